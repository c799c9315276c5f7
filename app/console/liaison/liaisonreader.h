// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/liaison/liaisonrecord.h"

#include <QList>
#include <QObject>
#include <QStringList>
#include <QThreadPool>

#include <memory>

namespace algenta::console
{

/** How a run over transcripts ended. */
struct LiaisonRunEnd {
    bool cancelled = false;
    bool full = false;     ///< the limit of records was reached; there are more
    qint64 otherFiles = 0; ///< files that were not taken for transcripts
    QStringList problems;  ///< what could not be read
};

/** Checks files in a thread of its own and hands over what it found piece by piece. */
class LiaisonReader : public QObject
{
    Q_OBJECT

public:
    /** Most records that a run hands over. */
    static constexpr qint64 recordLimit = 200'000;

    explicit LiaisonReader(QObject *parent = nullptr);
    ~LiaisonReader() override;

    /** Ends a run that is under way, without its finished(), and starts this one. */
    void start(const QStringList &paths, const liaison::ValidatorOptions &options);
    /** The run ends soon, with its finished(). */
    void cancel();
    [[nodiscard]] bool isRunning() const { return m_running; }

Q_SIGNALS:
    void found(const QList<algenta::console::LiaisonRecord> &records);
    void progressed(qint64 bytes, qint64 total);
    void finished(const algenta::console::LiaisonRunEnd &end);

private:
    struct Control;
    class Run;

    QThreadPool m_pool;
    std::shared_ptr<Control> m_control;
    int m_ticket = 0;
    bool m_running = false;
};

} // namespace algenta::console
