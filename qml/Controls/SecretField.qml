// SPDX-License-Identifier: Apache-2.0
// A secret typed here: masked for eye and screen reader, never copied out, gone from the field after take().
import QtQuick

TextField {
    id: root

    // The secret, once: the field is empty afterwards.
    function take(): string {
        const secret = root.text
        root.clear()
        return secret
    }

    echoMode: TextInput.Password
    passwordMaskDelay: 0
    inputMethodHints: Qt.ImhHiddenText | Qt.ImhSensitiveData | Qt.ImhNoPredictiveText | Qt.ImhNoAutoUppercase
    selectByMouse: false
    persistentSelection: false
    mono: true

    onEchoModeChanged: {
        if (root.echoMode !== TextInput.Password)
            root.echoMode = TextInput.Password
    }
    Keys.onShortcutOverride: event => {
        event.accepted = event.matches(StandardKey.Copy) || event.matches(StandardKey.Cut)
    }
    Keys.onPressed: event => {
        if (event.matches(StandardKey.Copy) || event.matches(StandardKey.Cut))
            event.accepted = true
    }
}
