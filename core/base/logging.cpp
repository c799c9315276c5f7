// SPDX-License-Identifier: Apache-2.0
#include "core/base/logging.h"

#include "core/base/redaction.h"
#include "core/base/textsafety.h"

#include <QtGlobal>

#include <atomic>

namespace algenta::base
{

namespace
{

std::atomic<QtMessageHandler> previousHandler = nullptr;

void handleMessage(QtMsgType type, const QMessageLogContext &context, const QString &message)
{
    if (const QtMessageHandler handler = previousHandler) {
        handler(type, context, visibleText(redact(message), LineBreaks::Keep));
    }
}

} // namespace

void installRedactingMessageHandler()
{
    const QtMessageHandler previous = qInstallMessageHandler(handleMessage);
    if (previous != handleMessage) {
        previousHandler = previous;
    }
}

} // namespace algenta::base
