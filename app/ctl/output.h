// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/ctl/exitcode.h"
#include "core/base/json.h"
#include "core/base/result.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QStringView>

namespace algenta::ctl
{

/**
 * The only way to standard output and standard error.
 *
 * Whatever is printed as text has its control, bidirectional and invisible characters marked; in
 * JSON they are escaped, so that a parser still reads the exact text. Messages are redacted.
 */
class Output
{
public:
    /** In JSON mode a failure is a document on standard output, beside the message. */
    explicit Output(bool json, int outDescriptor = 1, int errDescriptor = 2);
    ~Output();
    Output(const Output &) = delete;
    Output &operator=(const Output &) = delete;

    [[nodiscard]] bool isJson() const { return m_json; }

    /** One JSON document and a line feed. */
    void document(const base::Json &value);
    /** One line of text. */
    void line(QStringView text);
    /** Bytes as they are, unless standard output is a terminal: then as safe text. */
    void exactBytes(const QByteArray &bytes);
    /** Text that is already safe to print. */
    void safe(QByteArrayView bytes);
    /** "algentactl: …" on standard error. */
    void message(QStringView text);
    /** What failed, why and what to do; in JSON mode the error document too. */
    void failure(const base::Error &error);
    /** The message of a failure without the error document: for a gap in something that is printed. */
    void gap(const base::Error &error);

    /** Hands over what is buffered; false once nobody reads any more. */
    bool flush();
    /** The exit code to use: an output that could not be delivered is not good. */
    [[nodiscard]] ExitCode finish(ExitCode code);

private:
    void writeError(const QByteArray &bytes) const;

    bool m_json;
    int m_out;
    int m_err;
    QByteArray m_buffer;
    int m_writeError = 0; ///< errno of the first failed write
};

/** JSON text in which no character can act on a terminal or hide; reads back as the same value. */
[[nodiscard]] QByteArray terminalSafeJson(const base::Json &value, bool indented);

/** `{"code","message","remedy","http_status","request_id"}`; absent values are null. */
[[nodiscard]] base::Json errorJson(const base::Error &error);
/** A string, or null if it is empty. */
[[nodiscard]] base::Json textOrNull(const QString &text);
[[nodiscard]] base::Json stringList(const QStringList &texts);

} // namespace algenta::ctl
