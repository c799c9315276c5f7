// SPDX-License-Identifier: Apache-2.0
#include "app/demo_engine/simulation.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <random>

namespace algenta::demo
{

namespace
{

constexpr int maxOptions = 20;
constexpr int maxIterations = 200'000;

struct Option {
    std::string name;
    std::string kind;
    double a = 0; ///< mean, or low
    double b = 0; ///< standard deviation, or high
    double mode = 0;
};

struct Outcome {
    std::string name;
    std::vector<double> draws; ///< sorted once summarised
    int wins = 0;
    double mean = 0;
    double deviation = 0;
    double lossShare = 0;
};

struct Run {
    std::vector<Outcome> outcomes; ///< in the order given
    int iterations = 0;
    std::uint64_t seed = 0;
};

/** The library's distributions differ between implementations, these do not. */
double uniform(std::mt19937_64 &random)
{
    return static_cast<double>(random() >> 11) * 0x1.0p-53;
}

double draw(const Option &option, std::mt19937_64 &random)
{
    if (option.kind == "uniform")
        return option.a + (option.b - option.a) * uniform(random);
    if (option.kind == "triangular") {
        const double u = uniform(random);
        const double range = option.b - option.a;
        const double split = range > 0 ? (option.mode - option.a) / range : 0;
        return u < split ? option.a + std::sqrt(u * range * (option.mode - option.a))
                         : option.b - std::sqrt((1 - u) * range * (option.b - option.mode));
    }
    const double radius = std::sqrt(-2 * std::log(1 - uniform(random)));
    return option.a + option.b * radius * std::cos(2 * std::numbers::pi * uniform(random));
}

std::optional<double> number(const Json &item, const char *key)
{
    const Json value = item.value(key, Json());
    return value.is_number() && std::abs(value.get<double>()) <= 1e15 ? std::optional(value.get<double>())
                                                                      : std::nullopt;
}

std::string readOption(const Json &item, Option &option)
{
    const Json name = item.is_object() ? item.value("name", Json()) : Json();
    if (!name.is_string() || name.get<std::string>().empty())
        return "each option needs a name";
    option.name = name.get<std::string>();
    const Json kind = item.value("distribution", Json("normal"));
    option.kind = kind.is_string() ? kind.get<std::string>() : std::string();
    const bool normal = option.kind == "normal";
    const auto a = number(item, normal ? "mean" : "low");
    const auto b = number(item, normal ? "std" : "high");
    const auto mode = number(item, "mode");
    if (!normal && option.kind != "uniform" && option.kind != "triangular")
        return "distribution must be normal, uniform or triangular";
    if (!a || !b)
        return normal ? "a normal option needs mean and std" : "this option needs low and high";
    if (normal ? *b < 0 : *b < *a)
        return normal ? "std must not be negative" : "high must not be below low";
    if (option.kind == "triangular" && (!mode || *mode < *a || *mode > *b))
        return "a triangular option needs a mode between low and high";
    option.a = *a;
    option.b = *b;
    option.mode = mode.value_or(0);
    return {};
}

void summarise(Outcome &outcome)
{
    const auto count = static_cast<double>(outcome.draws.size());
    outcome.mean = std::accumulate(outcome.draws.begin(), outcome.draws.end(), 0.0) / count;
    double squares = 0;
    double losses = 0;
    for (const double value : outcome.draws) {
        squares += (value - outcome.mean) * (value - outcome.mean);
        losses += value < 0 ? 1 : 0;
    }
    outcome.deviation = std::sqrt(squares / count);
    outcome.lossShare = losses / count;
    std::sort(outcome.draws.begin(), outcome.draws.end());
}

/** Linear between the two nearest ranks. */
double percentile(const Outcome &outcome, double share)
{
    const double rank = share * static_cast<double>(outcome.draws.size() - 1);
    const auto below = static_cast<std::size_t>(rank);
    const auto above = std::min(below + 1, outcome.draws.size() - 1);
    const double part = rank - static_cast<double>(below);
    return outcome.draws[below] + (outcome.draws[above] - outcome.draws[below]) * part;
}

Computed run(const Json &arguments, int usualIterations, Run &into)
{
    const auto bad = [](const char *field, const std::string &message) {
        return computeError(422, "validation_error", field, message);
    };
    const Json list = arguments.is_object() ? arguments.value("options", Json()) : Json();
    if (!list.is_array() || list.empty() || list.size() > maxOptions)
        return bad("options", "needs a list of 1 to 20 options");
    std::vector<Option> options;
    for (const auto &item : list) {
        Option option;
        if (const auto problem = readOption(item, option); !problem.empty())
            return bad("options", problem);
        options.push_back(option);
    }
    const Json iterations = arguments.value("iterations", Json(usualIterations));
    if (!iterations.is_number_integer() || iterations < 100 || iterations > maxIterations)
        return bad("iterations", "must be a whole number from 100 to 200000");
    const Json seed = arguments.value("seed", Json(1));
    if (!seed.is_number_unsigned() && !(seed.is_number_integer() && seed >= 0))
        return bad("seed", "must be a whole number of at least 0");
    into.iterations = iterations.get<int>();
    into.seed = seed.get<std::uint64_t>();

    std::mt19937_64 random(into.seed);
    for (const auto &option : options) {
        into.outcomes.push_back({option.name, {}, 0, 0, 0, 0});
        into.outcomes.back().draws.reserve(static_cast<std::size_t>(into.iterations));
    }
    for (int i = 0; i < into.iterations; ++i) {
        std::size_t best = 0;
        for (std::size_t k = 0; k < options.size(); ++k) {
            into.outcomes[k].draws.push_back(draw(options[k], random));
            if (into.outcomes[k].draws.back() > into.outcomes[best].draws.back())
                best = k;
        }
        ++into.outcomes[best].wins;
    }
    for (auto &outcome : into.outcomes)
        summarise(outcome);
    return {};
}

std::vector<const Outcome *> ranked(const Run &run)
{
    std::vector<const Outcome *> order;
    for (const auto &outcome : run.outcomes)
        order.push_back(&outcome);
    std::stable_sort(order.begin(), order.end(),
                     [](const Outcome *left, const Outcome *right) { return left->mean > right->mean; });
    return order;
}

Json risk(const Outcome &outcome)
{
    const double p5 = percentile(outcome, 0.05);
    return Json{{"p5", p5},
                {"p95", percentile(outcome, 0.95)},
                {"probability_of_loss", outcome.lossShare},
                {"var_95", std::max(0.0, -p5)}};
}

double winShare(const Outcome &outcome, const Run &run)
{
    return static_cast<double>(outcome.wins) / static_cast<double>(run.iterations);
}

std::string rationale(const Outcome &best, const Run &run)
{
    return best.name + " has the highest mean of " + std::to_string(run.outcomes.size()) + " options over " +
           std::to_string(run.iterations) + " draws (seed " + std::to_string(run.seed) + ") and is best in " +
           std::to_string(best.wins) + " of them.";
}

} // namespace

Computed simulate(const Json &arguments)
{
    Run made;
    if (auto problem = run(arguments, 10'000, made); problem.status != 200)
        return problem;
    Json options = Json::array();
    for (const auto &outcome : made.outcomes) {
        Json percentiles = Json::object();
        for (const auto &[key, share] :
             {std::pair{"p5", 0.05}, {"p25", 0.25}, {"p50", 0.5}, {"p75", 0.75}, {"p95", 0.95}})
            percentiles[key] = percentile(outcome, share);
        options.push_back(Json{{"name", outcome.name},
                               {"expected_value", outcome.mean},
                               {"std", outcome.deviation},
                               {"percentiles", percentiles},
                               {"risk", risk(outcome)},
                               {"win_probability", winShare(outcome, made)}});
    }
    Computed result;
    result.value = Json{{"iterations", made.iterations},
                        {"seed", made.seed},
                        {"recommended_action", ranked(made).front()->name},
                        {"options", options}};
    return result;
}

Computed recommend(const Json &arguments)
{
    Run made;
    if (auto problem = run(arguments, 2'000, made); problem.status != 200)
        return problem;
    const Outcome &best = *ranked(made).front();
    Computed result;
    result.value = Json{{"recommended_action", best.name},
                        {"confidence", winShare(best, made)},
                        {"expected_value", best.mean},
                        {"risk", risk(best)},
                        {"rationale", rationale(best, made)}};
    return result;
}

Computed planDecision(const Json &arguments)
{
    Run made;
    if (auto problem = run(arguments, 10'000, made); problem.status != 200)
        return problem;
    const auto order = ranked(made);
    Json options = Json::array();
    for (std::size_t i = 0; i < order.size(); ++i)
        options.push_back(Json{{"name", order[i]->name},
                               {"rank", i + 1},
                               {"expected_value", order[i]->mean},
                               {"risk", risk(*order[i])},
                               {"score", winShare(*order[i], made)}});
    const Outcome &best = *order.front();
    Computed result;
    result.value = Json{{"recommended_action", best.name},
                        {"confidence", winShare(best, made)},
                        {"expected_value", best.mean},
                        {"risk", risk(best)},
                        {"options", options},
                        {"rationale", rationale(best, made)},
                        {"calibration", nullptr}};
    return result;
}

Json simulationInputSchema()
{
    const Json numberType{{"type", "number"}};
    return Json{{"type", "object"},
                {"properties",
                 {{"options",
                   {{"type", "array"},
                    {"minItems", 1},
                    {"maxItems", maxOptions},
                    {"items",
                     {{"type", "object"},
                      {"properties",
                       {{"name", {{"type", "string"}}},
                        {"distribution", {{"type", "string"}, {"enum", {"normal", "uniform", "triangular"}}}},
                        {"mean", numberType},
                        {"std", numberType},
                        {"low", numberType},
                        {"mode", numberType},
                        {"high", numberType}}},
                      {"required", {"name"}}}}}},
                  {"iterations", {{"type", "integer"}, {"minimum", 100}, {"maximum", maxIterations}}},
                  {"seed", {{"type", "integer"}, {"minimum", 0}}}}},
                {"required", {"options"}}};
}

} // namespace algenta::demo
