// SPDX-License-Identifier: Apache-2.0
#include "core/base/jsonreader.h"
#include "core/base/jsonwriter.h"
#include "tests/fuzz/fuzz.h"

using namespace algenta;

/** What is read and written again reads as the same value; errors always say what is wrong. */
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArray bytes = fuzz::bytesOf(data, size);
    const auto document = base::readJsonDocument(bytes);
    if (!document) {
        FUZZ_DEMAND(!document.error().message.isEmpty());
        return 0;
    }
    const QByteArray written = base::writeJson(document->root);
    const auto again = base::readJson(written);
    FUZZ_DEMAND(again.has_value());
    FUZZ_DEMAND(*again == document->root);
    FUZZ_DEMAND(base::writeJson(*again) == written);
    const auto indented = base::readJson(base::writeJson(document->root, base::JsonLayout::Indented));
    FUZZ_DEMAND(indented && *indented == document->root);
    FUZZ_DEMAND((document->duplicateKeyCount > 0) !=
                base::readJson(bytes, {}, base::DuplicateKeys::Refuse).has_value());
    return 0;
}
