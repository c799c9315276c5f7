<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>algenta::console::BlockedViewModel</name>
    <message numerus="yes">
        <source>%n blocked in 24 hours and open</source>
        <translation>
            <numerusform>%n blocked in 24 hours and open</numerusform>
            <numerusform>%n blocked in 24 hours and open</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>algenta::console::DoctorViewModel</name>
    <message numerus="yes">
        <source>%n step(s) failed. What to do stands below each.</source>
        <translation>
            <numerusform>%n step failed. What to do stands below it.</numerusform>
            <numerusform>%n steps failed. What to do stands below each.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>algenta::console::DriftViewModel</name>
    <message numerus="yes">
        <source>%n change(s) of this engine's tools or contract that nobody has accepted</source>
        <extracomment>%n is a number of changes</extracomment>
        <translation>
            <numerusform>%n change of this engine's tools or contract that nobody has accepted</numerusform>
            <numerusform>%n changes of this engine's tools or contract that nobody has accepted</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>algenta::console::JournalVerdict</name>
    <message numerus="yes">
        <source>%n more finding(s)</source>
        <translation>
            <numerusform>%n more finding</numerusform>
            <numerusform>%n more findings</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ConnectionsPage</name>
    <message numerus="yes">
        <source>%n connection(s)</source>
        <extracomment>%n is a number of connections</extracomment>
        <translation>
            <numerusform>%n connection</numerusform>
            <numerusform>%n connections</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>JsonView</name>
    <message numerus="yes">
        <source>%n found</source>
        <translation>
            <numerusform>%n found</numerusform>
            <numerusform>%n found</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n lines</source>
        <extracomment>%n lines of a text</extracomment>
        <translation>
            <numerusform>%n line</numerusform>
            <numerusform>%n lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Main</name>
    <message numerus="yes">
        <source>%n act(s) should have been reviewed by now. Nothing can be armed until that is done.</source>
        <extracomment>%n is a number of acts</extracomment>
        <translation>
            <numerusform>%n act should have been reviewed by now. Nothing can be armed until that is done.</numerusform>
            <numerusform>%n acts should have been reviewed by now. Nothing can be armed until that is done.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n act(s) were sent and no answer was recorded: their outcome is unknown.</source>
        <extracomment>%n is a number of acts</extracomment>
        <translation>
            <numerusform>%n act was sent and no answer was recorded: its outcome is unknown.</numerusform>
            <numerusform>%n acts were sent and no answer was recorded: their outcome is unknown.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>algenta::console::PagedListModel</name>
    <message numerus="yes">
        <source>%n record(s) could not be read and are not among the rows.</source>
        <translation>
            <numerusform>%n record could not be read and is not among the rows.</numerusform>
            <numerusform>%n records could not be read and are not among the rows.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>algenta::console::PolicyChangeListModel</name>
    <message numerus="yes">
        <source>%n snapshot(s) could not be read and are not among the rows.</source>
        <translation>
            <numerusform>%n snapshot could not be read and is not among the rows.</numerusform>
            <numerusform>%n snapshots could not be read and are not among the rows.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>algenta::console::PolicyViewModel</name>
    <message numerus="yes">
        <source>%n snapshot(s)</source>
        <translation>
            <numerusform>%n snapshot</numerusform>
            <numerusform>%n snapshots</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n decision record(s) could not be read and are not counted.</source>
        <translation>
            <numerusform>%n decision record could not be read and is not counted.</numerusform>
            <numerusform>%n decision records could not be read and are not counted.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Pill</name>
    <message numerus="yes">
        <source>%n new</source>
        <extracomment>%n rows arrived and are not shown yet</extracomment>
        <translation>
            <numerusform>%n new</numerusform>
            <numerusform>%n new</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show %n new rows</source>
        <translation>
            <numerusform>Show %n new row</numerusform>
            <numerusform>Show %n new rows</numerusform>
        </translation>
    </message>
</context>
</TS>
