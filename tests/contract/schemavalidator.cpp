// SPDX-License-Identifier: Apache-2.0
#include "tests/contract/schemavalidator.h"

#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

namespace algenta::tests
{

QStringList schemaProblems(const QByteArray &schema, const QByteArray &document)
{
    QStringList problems;
    try {
        const auto schemaJson = nlohmann::json::parse(schema.toStdString());
        const auto documentJson = nlohmann::json::parse(document.toStdString());
        valijson::Schema parsed;
        valijson::SchemaParser(valijson::SchemaParser::kDraft7)
            .populateSchema(valijson::adapters::NlohmannJsonAdapter(schemaJson), parsed);
        valijson::ValidationResults results;
        valijson::Validator().validate(parsed, valijson::adapters::NlohmannJsonAdapter(documentJson),
                                       &results);
        for (const valijson::ValidationResults::Error &error : results) {
            QString where;
            for (const std::string &step : error.context)
                where += QString::fromStdString(step);
            problems.append(where + QStringLiteral(": ") + QString::fromStdString(error.description));
        }
    } catch (const std::exception &failure) {
        problems.append(QString::fromUtf8(failure.what()));
    }
    return problems;
}

} // namespace algenta::tests
