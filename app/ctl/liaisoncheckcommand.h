// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/ctl/command.h"
#include "app/ctl/liaisonwriter.h"
#include "core/liaison/transcriptvalidator.h"

#include <QStringList>

#include <memory>

namespace algenta::ctl
{

/** `liaison check`: judges transcripts of a read-only liaison, one after the other. Sends nothing. */
class LiaisonCheckCommand final : public Command
{
    Q_OBJECT

public:
    using Command::Command;
    [[nodiscard]] static CommandSpec spec();
    void start() override;

private:
    [[nodiscard]] base::Result<void> readArguments();
    /** Files in the order in which they are checked; a folder gives its transcripts, sorted by name. */
    [[nodiscard]] base::Result<QStringList> files();
    void checkFile(const QString &path);
    void gap(const base::Error &error);
    [[nodiscard]] base::Json summary() const;
    void end();

    std::unique_ptr<liaison::TranscriptValidator> m_validator;
    std::unique_ptr<LiaisonWriter> m_writer;
    bool m_rejectedOnly = false;
    qint64 m_checked = 0;
    qint64 m_rejected = 0;
    qint64 m_filesRead = 0;
    QStringList m_gaps;
    bool m_closed = false; ///< nobody reads the output any more
};

} // namespace algenta::ctl
