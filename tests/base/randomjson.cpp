// SPDX-License-Identifier: Apache-2.0
#include "tests/base/randomjson.h"

#include <QtGlobal>

#include <array>

namespace algenta::test
{

using namespace base;

namespace
{

int upTo(std::mt19937 &random, int largest)
{
    return std::uniform_int_distribution<int>(0, largest)(random);
}

QString randomString(std::mt19937 &random)
{
    constexpr std::array<char16_t, 24> units{u'"',    u'\\',     u'/',      u'\b',     u'\n',     u'\0',
                                             u'\x1f', u'\x7f',   u'a',      u'u',      u' ',      u'ö',
                                             u'€',    u'\u2028', u'\ufeff', u'\ufb33', u'\uffff', 0xD83D,
                                             0xDE00,  0xDBFF,    0xDC00,    0xD800,    u'{',      u'~'};
    QString text;
    const int length = upTo(random, upTo(random, 9) == 0 ? 200 : 12);
    for (int index = 0; index < length; ++index) {
        text += QChar(units.at(static_cast<std::size_t>(upTo(random, units.size() - 1))));
    }
    return text;
}

QByteArray digits(std::mt19937 &random, int most)
{
    QByteArray text;
    for (int count = 1 + upTo(random, most - 1); count > 0; --count) {
        text += static_cast<char>('0' + upTo(random, 9));
    }
    return text;
}

QByteArray randomNumber(std::mt19937 &random)
{
    QByteArray text = upTo(random, 1) == 0 ? "" : "-";
    text += upTo(random, 3) == 0 ? QByteArray("0")
                                 : static_cast<char>('1' + upTo(random, 8)) + digits(random, 30);
    if (upTo(random, 2) == 0) {
        text += '.' + digits(random, 30);
    }
    if (upTo(random, 2) == 0) {
        constexpr std::array exponents{"e", "E", "e+", "E-", "e-"};
        text +=
            exponents.at(static_cast<std::size_t>(upTo(random, exponents.size() - 1))) + digits(random, 5);
    }
    return text;
}

} // namespace

Json randomJson(std::mt19937 &random, int depth)
{
    switch (upTo(random, depth < 6 ? 6 : 3)) {
    case 0:
        return Json();
    case 1:
        return Json::boolean(upTo(random, 1) == 0);
    case 2:
        return Json::number(randomNumber(random));
    case 3:
        return Json::string(randomString(random));
    case 4: {
        Json::Array items;
        for (int count = upTo(random, 5); count > 0; --count) {
            items.append(randomJson(random, depth + 1));
        }
        return Json::array(items);
    }
    default: {
        Json::Object members;
        for (int count = upTo(random, upTo(random, 19) == 0 ? 40 : 5); count > 0; --count) {
            members.append(JsonMember{randomString(random), randomJson(random, depth + 1)});
        }
        return Json::object(members);
    }
    }
}

unsigned randomSeed()
{
    bool isSet = false;
    const auto seed = static_cast<unsigned>(qEnvironmentVariableIntValue("ALGENTA_TEST_SEED", &isSet));
    return isSet ? seed : std::random_device()();
}

} // namespace algenta::test
