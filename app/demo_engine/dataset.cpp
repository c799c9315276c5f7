// SPDX-License-Identifier: Apache-2.0
#include "app/demo_engine/dataset.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>

namespace algenta::demo
{

namespace
{

constexpr std::array columns{"sku",     "category",      "warehouse",      "supplier",
                             "on_hand", "weekly_demand", "lead_time_days", "unit_cost"};
constexpr std::size_t maxRows = 200;

const std::vector<Json> &inventory()
{
    static const std::vector<Json> rows = [] {
        struct Item {
            const char *sku;
            const char *category;
            const char *supplier;
            int demand;
            int leadTime;
            double cost;
        };
        constexpr std::array items{Item{"BRG-6204", "bearings", "Norvik", 120, 14, 4.20},
                                   Item{"BRG-6310", "bearings", "Norvik", 45, 21, 18.75},
                                   Item{"SEA-40X62", "seals", "Halden", 210, 7, 1.15},
                                   Item{"SEA-55X80", "seals", "Halden", 80, 7, 2.40},
                                   Item{"VLV-DN25", "valves", "Castellan", 18, 35, 64.00},
                                   Item{"VLV-DN50", "valves", "Castellan", 9, 42, 131.50},
                                   Item{"PMP-C15", "pumps", "Oriel", 4, 56, 890.00},
                                   Item{"PMP-C30", "pumps", "Oriel", 2, 63, 1640.00},
                                   Item{"FLT-G4", "filters", "Halden", 320, 10, 3.30},
                                   Item{"FLT-H13", "filters", "Meridia", 60, 28, 27.90},
                                   Item{"BLT-A68", "belts", "Meridia", 95, 12, 6.80},
                                   Item{"BLT-B90", "belts", "Meridia", 40, 12, 9.95}};
        std::vector<Json> made;
        int number = 0;
        for (const char *warehouse : {"Rotterdam", "Gdansk", "Lyon"}) {
            for (const auto &item : items) {
                // Stock from almost none to five weeks, spread by a fixed stride.
                const int stock = item.demand * ((number * 37) % 51) / 10;
                made.push_back(Json{{"sku", item.sku},
                                    {"category", item.category},
                                    {"warehouse", warehouse},
                                    {"supplier", item.supplier},
                                    {"on_hand", stock},
                                    {"weekly_demand", item.demand},
                                    {"lead_time_days", item.leadTime},
                                    {"unit_cost", item.cost}});
                ++number;
            }
        }
        return made;
    }();
    return rows;
}

bool isColumn(const Json &name)
{
    return name.is_string() &&
           std::find(columns.begin(), columns.end(), name.get<std::string>()) != columns.end();
}

Computed invalid(const std::string &field, const std::string &message)
{
    return computeError(422, "validation_error", field, message);
}

bool comparable(const Json &left, const Json &right)
{
    return (left.is_number() && right.is_number()) || (left.is_string() && right.is_string());
}

bool holds(const Json &value, const std::string &op, const Json &wanted)
{
    if (op == "in")
        return std::find(wanted.begin(), wanted.end(), value) != wanted.end();
    if (op == "contains")
        return value.is_string() &&
               value.get<std::string>().find(wanted.get<std::string>()) != std::string::npos;
    if (op == "eq")
        return value == wanted;
    if (op == "ne")
        return value != wanted;
    if (op == "lt")
        return value < wanted;
    if (op == "lte")
        return value <= wanted;
    return op == "gt" ? value > wanted : value >= wanted;
}

/** Checks one condition against the columns; an empty text when it is good. */
std::string conditionProblem(const Json &condition)
{
    if (!condition.is_object() || !isColumn(condition.value("field", Json())))
        return "needs a field that is a column of the dataset";
    const Json op = condition.value("op", Json());
    const Json wanted = condition.value("value", Json());
    const Json &sample = inventory().front().at(condition.at("field").get<std::string>());
    if (op == "in")
        return wanted.is_array() ? "" : "op in needs a list as value";
    if (op == "contains")
        return sample.is_string() && wanted.is_string() ? "" : "op contains needs text";
    for (const char *known : {"eq", "ne", "lt", "lte", "gt", "gte"}) {
        if (op == known)
            return comparable(sample, wanted) ? "" : "the value does not have the type of the column";
    }
    return "op must be one of eq, ne, lt, lte, gt, gte, in, contains";
}

struct Aggregate {
    std::string function;
    std::string field;
    std::string name;
};

std::string readAggregates(const Json &list, std::vector<Aggregate> &into)
{
    if (!list.is_array())
        return "must be a list";
    for (const auto &item : list) {
        if (!item.is_object() || !item.value("fn", Json()).is_string())
            return "each needs fn";
        Aggregate aggregate;
        aggregate.function = item.at("fn").get<std::string>();
        const Json field = item.value("field", Json());
        if (aggregate.function != "count") {
            constexpr std::array known{"sum", "avg", "min", "max"};
            if (std::find(known.begin(), known.end(), aggregate.function) == known.end())
                return "fn must be one of count, sum, avg, min, max";
            if (!isColumn(field) || !inventory().front().at(field.get<std::string>()).is_number())
                return "field must be a numeric column";
            aggregate.field = field.get<std::string>();
        }
        const Json name = item.value("as", Json());
        aggregate.name = name.is_string()          ? name.get<std::string>()
                         : aggregate.field.empty() ? aggregate.function
                                                   : aggregate.function + '_' + aggregate.field;
        into.push_back(aggregate);
    }
    return {};
}

Json aggregateOver(const Aggregate &aggregate, const std::vector<const Json *> &rows)
{
    if (aggregate.function == "count")
        return rows.size();
    double sum = 0;
    double least = std::numeric_limits<double>::infinity();
    double most = -least;
    for (const Json *row : rows) {
        const double value = row->at(aggregate.field).get<double>();
        sum += value;
        least = std::min(least, value);
        most = std::max(most, value);
    }
    if (rows.empty())
        return aggregate.function == "sum" ? Json(0) : Json(nullptr);
    if (aggregate.function == "sum")
        return sum;
    if (aggregate.function == "avg")
        return sum / static_cast<double>(rows.size());
    return aggregate.function == "min" ? least : most;
}

std::vector<Json> grouped(const std::vector<const Json *> &rows, const Json &groupBy,
                          const std::vector<Aggregate> &aggregates)
{
    std::map<std::string, std::vector<const Json *>> groups;
    if (groupBy.empty())
        groups[""] = rows;
    for (const Json *row : rows) {
        std::string key;
        for (const auto &column : groupBy)
            key += dumpJson(row->at(column.get<std::string>())) + '\n';
        if (!groupBy.empty())
            groups[key].push_back(row);
    }
    std::vector<Json> result;
    for (const auto &[key, members] : groups) {
        Json line = Json::object();
        for (const auto &column : groupBy)
            line[column.get<std::string>()] = members.front()->at(column.get<std::string>());
        for (const auto &aggregate : aggregates)
            line[aggregate.name] = aggregateOver(aggregate, members);
        result.push_back(line);
    }
    return result;
}

std::string columnListProblem(const Json &list)
{
    return list.is_array() && std::all_of(list.begin(), list.end(), isColumn)
               ? ""
               : "must be a list of column names";
}

std::string sortRows(std::vector<Json> &rows, const Json &order)
{
    if (!order.is_array())
        return "must be a list";
    // From the last key to the first, each sort stable, gives the order of all keys.
    for (auto key = order.rbegin(); key != order.rend(); ++key) {
        const Json field = key->is_object() ? key->value("field", Json()) : Json();
        const Json direction = key->is_object() ? key->value("direction", Json("asc")) : Json();
        if (!field.is_string() || (direction != "asc" && direction != "desc"))
            return "each needs a field and a direction of asc or desc";
        const std::string name = field.get<std::string>();
        const auto lacks = [&name](const Json &row) { return !row.contains(name); };
        if (std::any_of(rows.begin(), rows.end(), lacks))
            return "the field " + name + " is not in the result";
        const bool ascending = direction == "asc";
        std::stable_sort(rows.begin(), rows.end(), [&name, ascending](const Json &left, const Json &right) {
            return ascending ? left.at(name) < right.at(name) : right.at(name) < left.at(name);
        });
    }
    return {};
}

} // namespace

Computed computeError(int status, const std::string &code, const std::string &field,
                      const std::string &message)
{
    Computed result;
    result.status = status;
    result.code = code;
    result.message = field + ": " + message;
    result.details = Json::array({Json{{"field", field}, {"message", message}}});
    return result;
}

Computed queryDataset(const Json &arguments)
{
    const Json name = arguments.value("dataset", Json("inventory"));
    if (name != "inventory")
        return computeError(404, "dataset_not_found", "dataset",
                            "the demo engine has one dataset, inventory");
    const Json conditions = arguments.value("conditions", Json::array());
    if (!conditions.is_array())
        return invalid("conditions", "must be a list");
    for (const auto &condition : conditions) {
        if (const auto problem = conditionProblem(condition); !problem.empty())
            return invalid("conditions", problem);
    }
    const Json groupBy = arguments.value("group_by", Json::array());
    const Json select = arguments.value("select", Json::array());
    for (const auto &[field, list] : {std::pair{"group_by", &groupBy}, {"select", &select}}) {
        if (const auto problem = columnListProblem(*list); !problem.empty())
            return invalid(field, problem);
    }
    std::vector<Aggregate> aggregates;
    if (const auto problem = readAggregates(arguments.value("aggregates", Json::array()), aggregates);
        !problem.empty())
        return invalid("aggregates", problem);
    const Json limit = arguments.value("limit", Json(50));
    if (!limit.is_number_integer() || limit < 1 || limit > maxRows)
        return invalid("limit", "must be a whole number from 1 to 200");

    std::vector<const Json *> matching;
    for (const auto &row : inventory()) {
        const bool wanted = std::all_of(conditions.begin(), conditions.end(), [&row](const Json &condition) {
            return holds(row.at(condition.at("field").get<std::string>()),
                         condition.at("op").get<std::string>(), condition.at("value"));
        });
        if (wanted)
            matching.push_back(&row);
    }
    std::vector<Json> rows;
    if (!groupBy.empty() || !aggregates.empty()) {
        rows = grouped(matching, groupBy, aggregates);
    } else {
        for (const Json *row : matching) {
            Json line = select.empty() ? *row : Json::object();
            for (const auto &column : select)
                line[column.get<std::string>()] = row->at(column.get<std::string>());
            rows.push_back(line);
        }
    }
    if (const auto problem = sortRows(rows, arguments.value("order_by", Json::array())); !problem.empty())
        return invalid("order_by", problem);
    const std::size_t total = rows.size();
    rows.resize(std::min(total, limit.get<std::size_t>()));
    Computed result;
    result.value = Json{{"dataset", "inventory"},
                        {"matched_rows", matching.size()},
                        {"row_count", rows.size()},
                        {"truncated", rows.size() < total},
                        {"rows", rows}};
    return result;
}

Json queryInputSchema()
{
    const Json column{{"type", "string"}, {"enum", columns}};
    const auto listOf = [](const Json &items) { return Json{{"type", "array"}, {"items", items}}; };
    return Json{
        {"type", "object"},
        {"properties",
         {{"dataset",
           {{"type", "string"}, {"enum", {"inventory"}}, {"description", "Defaults to inventory."}}},
          {"conditions", listOf(Json{{"type", "object"},
                                     {"properties",
                                      {{"field", column},
                                       {"op",
                                        {{"type", "string"},
                                         {"enum", {"eq", "ne", "lt", "lte", "gt", "gte", "in", "contains"}}}},
                                       {"value", Json::object()}}},
                                     {"required", {"field", "op", "value"}}})},
          {"select", listOf(column)},
          {"group_by", listOf(column)},
          {"aggregates",
           listOf(Json{{"type", "object"},
                       {"properties",
                        {{"fn", {{"type", "string"}, {"enum", {"count", "sum", "avg", "min", "max"}}}},
                         {"field", column},
                         {"as", {{"type", "string"}}}}},
                       {"required", {"fn"}}})},
          {"order_by", listOf(Json{{"type", "object"},
                                   {"properties",
                                    {{"field", {{"type", "string"}}},
                                     {"direction", {{"type", "string"}, {"enum", {"asc", "desc"}}}}}},
                                   {"required", {"field"}}})},
          {"limit", {{"type", "integer"}, {"minimum", 1}, {"maximum", maxRows}}}}}};
}

} // namespace algenta::demo
