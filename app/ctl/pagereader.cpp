// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/pagereader.h"

namespace algenta::ctl
{

using namespace Qt::Literals::StringLiterals;
using base::Json;

Json brokenRecordsJson(const QList<engine::BrokenRecord> &broken, qint64 firstIndex)
{
    Json list = Json::array();
    for (const engine::BrokenRecord &record : broken) {
        Json item = Json::object();
        item.set(u"index"_s, Json::integer(firstIndex + record.index));
        item.set(u"reason"_s, Json::string(record.reason));
        item.set(u"raw"_s, record.raw);
        list.append(item);
    }
    return list;
}

void PageReader::step(Batch &batch, qint64 total, int pages, qsizetype count, bool repeated)
{
    m_read += count;
    if (total >= 0 && m_total >= 0 && total < m_total)
        batch.gaps.append(u"The engine's list became shorter while it was read (%1, then %2): records may be "
                          "missing. Read it again."_s.arg(QString::number(m_total), QString::number(total)));
    m_total = total >= 0 ? total : m_total;
    batch.total = m_total;
    if (repeated) {
        batch.gaps.append(
            u"The engine sent the same page twice, so reading stopped at page %1."_s.arg(m_page));
        batch.last = true;
        return;
    }
    const bool endSaid = pages >= 0 ? m_page >= pages : total >= 0 && m_read >= total;
    batch.last = count == 0 || endSaid || (pages < 0 && total < 0 && count < pageSize);
    if (batch.last && m_total > m_read)
        batch.gaps.append(u"The engine says that there are %1 records, but its pages ended after %2."_s.arg(
            QString::number(m_total), QString::number(m_read)));
    ++m_page;
}

} // namespace algenta::ctl
