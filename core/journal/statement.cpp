// SPDX-License-Identifier: Apache-2.0
#include "core/journal/journaldatabase.h"

#include <sqlite3.h>

#include <utility>

using namespace Qt::Literals::StringLiterals;

namespace algenta::journal
{

Statement::Statement(const JournalDatabase *database, sqlite3_stmt *statement)
    : m_database(database)
    , m_statement(statement)
{
}

Statement::~Statement()
{
    sqlite3_finalize(m_statement);
}

Statement::Statement(Statement &&other) noexcept
    : m_database(std::exchange(other.m_database, nullptr))
    , m_statement(std::exchange(other.m_statement, nullptr))
{
}

Statement &Statement::operator=(Statement &&other) noexcept
{
    std::swap(m_database, other.m_database);
    std::swap(m_statement, other.m_statement);
    return *this;
}

base::Result<Statement> JournalDatabase::prepare(const QString &sql) const
{
    sqlite3 *const connection = handle();
    if (!connection)
        return base::fail(base::ErrorCode::StorageFailed, u"Qt's SQLite driver gives no access to SQLite."_s);
    const QByteArray text = sql.toUtf8();
    sqlite3_stmt *statement = nullptr;
    if (sqlite3_prepare_v3(connection, text.constData(), int(text.size()), SQLITE_PREPARE_PERSISTENT,
                           &statement, nullptr) != SQLITE_OK)
        return base::fail(
            failure(sqlite3_extended_errcode(connection), QString::fromUtf8(sqlite3_errmsg(connection))));
    return Statement(this, statement);
}

void Statement::bind(int index, qint64 value)
{
    sqlite3_bind_int64(m_statement, index, value);
}

void Statement::bind(int index, QByteArrayView bytes)
{
    sqlite3_bind_blob64(m_statement, index, bytes.data(), sqlite3_uint64(bytes.size()), SQLITE_STATIC);
}

void Statement::bindText(int index, const QString &text)
{
    const QByteArray utf8 = text.toUtf8();
    sqlite3_bind_text64(m_statement, index, utf8.constData(), sqlite3_uint64(utf8.size()), SQLITE_TRANSIENT,
                        SQLITE_UTF8);
}

base::Result<bool> Statement::step()
{
    const int code = sqlite3_step(m_statement);
    if (code == SQLITE_ROW)
        return true;
    if (code == SQLITE_DONE)
        return false;
    sqlite3 *const connection = sqlite3_db_handle(m_statement);
    return base::fail(m_database->failure(sqlite3_extended_errcode(connection),
                                          QString::fromUtf8(sqlite3_errmsg(connection))));
}

base::Result<void> Statement::execute()
{
    const auto done = step();
    reset();
    return done ? base::Result<void>() : base::fail(done.error());
}

void Statement::reset()
{
    sqlite3_reset(m_statement);
}

qint64 Statement::integer(int column) const
{
    return sqlite3_column_int64(m_statement, column);
}

QByteArrayView Statement::bytes(int column) const
{
    const void *data = sqlite3_column_blob(m_statement, column);
    return {static_cast<const char *>(data), data ? sqlite3_column_bytes(m_statement, column) : 0};
}

bool Statement::isBlob(int column) const
{
    return sqlite3_column_type(m_statement, column) == SQLITE_BLOB;
}

bool Statement::isText(int column) const
{
    return sqlite3_column_type(m_statement, column) == SQLITE_TEXT;
}

bool Statement::isInteger(int column) const
{
    return sqlite3_column_type(m_statement, column) == SQLITE_INTEGER;
}

} // namespace algenta::journal
