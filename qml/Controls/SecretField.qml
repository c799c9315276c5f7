// SPDX-License-Identifier: Apache-2.0
// A secret typed here: masked for eye and screen reader, never copied out, gone from the field after take().
import QtQuick

TextField {
    id: root

    // Stands before the text of the field, which a screen reader would be given in clear on Qt 6.4.
    readonly property string text: "•".repeat(root.length)

    // The secret, once: the field is empty afterwards.
    function take(): string {
        const secret = root.getText(0, root.length)
        root.clear()
        // Undo would bring the secret back; a new maximum length makes Qt forget the history.
        root.maximumLength = root.maximumLength === 4096 ? 4095 : 4096
        return secret
    }

    echoMode: TextInput.Password
    maximumLength: 4096
    passwordMaskDelay: 0
    inputMethodHints: Qt.ImhHiddenText | Qt.ImhSensitiveData | Qt.ImhNoPredictiveText | Qt.ImhNoAutoUppercase
    selectByMouse: false
    persistentSelection: false
    mono: true
    // Qt gives out no name for a password field, so the description says what it is for.
    Accessible.description: root.error.length > 0 ? root.label + ", " + root.error : root.label

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
