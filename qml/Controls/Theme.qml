// SPDX-License-Identifier: Apache-2.0
// The look in one place: palettes by meaning, type sizes, spacing, radii and motion; pages name nothing else.
pragma Singleton
import QtQuick

QtObject {
    id: root

    // "system", "light", "dark" or "contrast"; anything else counts as "system".
    property string scheme: "system"
    property bool reducedMotion: false
    // The user's own factor on top of the system font size.
    property real userScale: 1

    readonly property SystemPalette systemPalette: SystemPalette {}
    readonly property bool systemIsDark: root.systemPalette.window.hslLightness < root.systemPalette.windowText.hslLightness
    readonly property string resolvedScheme: (root.scheme === "light" || root.scheme === "dark"
        || root.scheme === "contrast") ? root.scheme : root.systemIsDark ? "dark" : "light"
    readonly property bool isDark: root.resolvedScheme !== "light"
    readonly property bool isContrast: root.resolvedScheme === "contrast"

    readonly property Tokens current: root.isContrast ? root.contrastTokens
        : root.isDark ? root.darkTokens : root.lightTokens
    // The break-glass window: the same in the light and the dark scheme, like nothing else.
    readonly property Tokens glass: root.isContrast ? root.glassContrastTokens : root.glassTokens

    readonly property color background: root.current.background
    readonly property color surface: root.current.surface
    readonly property color raised: root.current.raised
    readonly property color sunken: root.current.sunken
    readonly property color hover: root.current.hover
    readonly property color line: root.current.line
    readonly property color lineStrong: root.current.lineStrong
    readonly property color focus: root.current.focus
    readonly property color text: root.current.text
    readonly property color textSecond: root.current.textSecond
    readonly property color textThird: root.current.textThird
    readonly property color accent: root.current.accent
    readonly property color accentGround: root.current.accentGround
    readonly property color accentText: root.current.accentText
    readonly property color ok: root.current.ok
    readonly property color okGround: root.current.okGround
    readonly property color blocked: root.current.blocked
    readonly property color blockedGround: root.current.blockedGround
    readonly property color failed: root.current.failed
    readonly property color failedGround: root.current.failedGround
    readonly property color failedText: root.current.failedText
    readonly property color override: root.current.override
    readonly property color overrideGround: root.current.overrideGround
    readonly property color unknown: root.current.unknown
    readonly property color unknownGround: root.current.unknownGround

    readonly property color glassGround: root.glass.background
    readonly property color glassInk: root.glass.text
    readonly property color glassEdge: root.glass.accent

    // Type. The drawn sizes belong to a system font of 10 pt; a smaller system font does not shrink them.
    readonly property real fontScale: Math.max(1, Application.font.pointSize / 10) * Math.max(0.75, Math.min(root.userScale, 3))
    readonly property string fontFamily: root.firstFamily(["Inter", "Inter Variable"], Application.font.family)
    readonly property string monoFamily: root.firstFamily(["JetBrains Mono", "DejaVu Sans Mono", "Liberation Mono"], "monospace")
    readonly property int fontBody: Math.round(13 * root.fontScale)
    readonly property int fontLabel: Math.round(11.5 * root.fontScale)
    readonly property int fontMono: Math.round(12 * root.fontScale)
    readonly property int fontDrawer: Math.round(15 * root.fontScale)
    readonly property int fontTitle: Math.round(18 * root.fontScale)
    readonly property int fontFigure: Math.round(26 * root.fontScale)

    // Space, on a grid of 4.
    readonly property int space1: 4
    readonly property int space2: 8
    readonly property int space3: 12
    readonly property int space4: 16
    readonly property int space5: 20
    readonly property int pageMargin: 20
    readonly property int gap: 14
    readonly property int cardPadding: 16
    readonly property int rowHeight: Math.round(34 * root.fontScale)
    readonly property int rowHeightTwoLines: Math.round(52 * root.fontScale)
    readonly property int headerHeight: Math.round(30 * root.fontScale)
    readonly property int controlHeight: Math.round(30 * root.fontScale)
    readonly property int barHeight: Math.round(48 * root.fontScale)
    readonly property int statusHeight: Math.round(26 * root.fontScale)
    readonly property int railWidth: Math.round(200 * root.fontScale)
    readonly property int drawerWidth: Math.round(420 * root.fontScale)

    readonly property int radius: 6
    readonly property int radiusCard: 8
    readonly property int radiusBadge: 4
    readonly property int lineWidth: root.isContrast ? 2 : 1
    readonly property int focusWidth: root.isContrast ? 3 : 2

    // For a change of state; data never moves.
    readonly property int motion: root.reducedMotion ? 0 : 120

    function firstFamily(wanted: list<string>, fallback: string): string {
        const installed = Qt.fontFamilies()
        for (const family of wanted) {
            if (installed.includes(family))
                return family
        }
        return fallback
    }

    readonly property Tokens lightTokens: Tokens {
        name: "light"
        background: "#f6f7f9"
        surface: "#ffffff"
        raised: "#ffffff"
        sunken: "#eef0f4"
        hover: "#f0f3f8"
        line: "#dfe3ea"
        lineStrong: "#c5ccd8"
        focus: "#2f5fd0"
        text: "#171b24"
        textSecond: "#4d5666"
        textThird: "#5d697c"
        accent: "#2f5fd0"
        accentGround: "#e6edfc"
        accentText: "#ffffff"
        ok: "#1d7a4f"
        okGround: "#e2f3ea"
        blocked: "#9a5b00"
        blockedGround: "#fdf0d9"
        failed: "#b3261e"
        failedGround: "#fbe6e4"
        failedText: "#ffffff"
        override: "#6b3fb5"
        overrideGround: "#efe8fb"
        unknown: "#4d5666"
        unknownGround: "#e9ecf1"
    }

    readonly property Tokens darkTokens: Tokens {
        name: "dark"
        background: "#12151b"
        surface: "#181c24"
        raised: "#1f242e"
        sunken: "#141820"
        hover: "#1f242e"
        line: "#2a303c"
        lineStrong: "#3b4352"
        focus: "#7ea4ff"
        text: "#e8ebf1"
        textSecond: "#aab3c2"
        textThird: "#8d97a8"
        accent: "#7ea4ff"
        accentGround: "#1d2a48"
        accentText: "#0e1424"
        ok: "#5fcf98"
        okGround: "#153326"
        blocked: "#f0b45a"
        blockedGround: "#3a2b12"
        failed: "#ff8a80"
        failedGround: "#42201e"
        failedText: "#0e1424"
        override: "#bda2ff"
        overrideGround: "#2c2247"
        unknown: "#aab3c2"
        unknownGround: "#262c37"
    }

    readonly property Tokens contrastTokens: Tokens {
        name: "contrast"
        background: "#000000"
        surface: "#000000"
        raised: "#000000"
        sunken: "#101010"
        hover: "#1c1c1c"
        line: "#8c8c8c"
        lineStrong: "#ffffff"
        focus: "#ffe14d"
        text: "#ffffff"
        textSecond: "#f2f2f2"
        textThird: "#dadada"
        accent: "#9cc2ff"
        accentGround: "#001a4d"
        accentText: "#000000"
        ok: "#7dffb5"
        okGround: "#003318"
        blocked: "#ffd166"
        blockedGround: "#332200"
        failed: "#ffb3ab"
        failedGround: "#4a0800"
        failedText: "#000000"
        override: "#d9c6ff"
        overrideGround: "#25104f"
        unknown: "#f2f2f2"
        unknownGround: "#222222"
    }

    readonly property Tokens glassTokens: Tokens {
        name: "glass"
        background: "#15120a"
        surface: "#1e1a10"
        raised: "#1e1a10"
        sunken: "#0f0d07"
        hover: "#2a2416"
        line: "#3b3320"
        lineStrong: "#6a5d3a"
        focus: "#ffb638"
        text: "#fff6dd"
        textSecond: "#cdbf97"
        textThird: "#a89b6f"
        accent: "#ffb638"
        accentGround: "#3b2c0e"
        accentText: "#15120a"
        ok: "#7ddba8"
        okGround: "#153326"
        blocked: "#ffc566"
        blockedGround: "#3a2b12"
        failed: "#ff9a90"
        failedGround: "#42201e"
        failedText: "#15120a"
        override: "#cdb8ff"
        overrideGround: "#2c2247"
        unknown: "#cdbf97"
        unknownGround: "#2b2617"
    }

    readonly property Tokens glassContrastTokens: Tokens {
        name: "glass-contrast"
        background: "#000000"
        surface: "#000000"
        raised: "#000000"
        sunken: "#000000"
        hover: "#241c08"
        line: "#a8904d"
        lineStrong: "#fff6dd"
        focus: "#ffc04d"
        text: "#fffdf5"
        textSecond: "#fff6dd"
        textThird: "#ffe9b0"
        accent: "#ffc04d"
        accentGround: "#2b1d00"
        accentText: "#000000"
        ok: "#7dffb5"
        okGround: "#003318"
        blocked: "#ffd166"
        blockedGround: "#332200"
        failed: "#ffb3ab"
        failedGround: "#4a0800"
        failedText: "#000000"
        override: "#d9c6ff"
        overrideGround: "#25104f"
        unknown: "#fff6dd"
        unknownGround: "#221d0e"
    }
}
