// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"

#include <QRandomGenerator>
#include <QSet>
#include <QStringList>

namespace algenta::tests
{

/** The same thing without and with the fields. */
struct Pair {
    base::Json clean;
    base::Json dirty;
};

struct Generated {
    Pair schema;
    Pair arguments; ///< dirty has the fields where the dirty schema declares them, and nowhere else
};

/**
 * Builds schemas with a twin in which never-model-facing fields were planted, and arguments to both.
 * What the scrubber has to give back is thus known without asking the scrubber. Both twins hold the
 * names where they mean nothing: as values, as texts, in unknown keywords, in undeclared places.
 */
class SchemaGenerator
{
public:
    explicit SchemaGenerator(quint32 seed);

    [[nodiscard]] Generated next();
    /** Keywords nested at random, fit for nothing but not to break on. */
    [[nodiscard]] base::Json chaos(int depth);

private:
    /** The members of one object value, filled by every schema that speaks about it. */
    struct Level {
        QStringList names;
        QSet<QString> declared;
        base::Json::Object clean;
        base::Json::Object dirty;
    };
    /** Members of an object in both twins. */
    struct Members {
        base::Json::Object clean;
        base::Json::Object dirty;
        void add(const QString &key, const Pair &value);
        void add(const QString &key, const base::Json &value);
        void plant(const QString &key, const base::Json &value, QRandomGenerator *random);
        [[nodiscard]] Pair pair() const;
    };
    struct Node {
        Pair schema;
        Pair value;
    };

    bool chance(int percent);
    int below(int limit);
    QString field();
    QString freshName(const QString &stem);
    QString propertyName(Level *level);
    base::Json someSchema();

    Node node(int depth);
    Node leaf();
    Node objectNode(int depth);
    Node arrayNode(int depth);
    Pair valueOf(Level *level);

    Pair schemaFor(Level *level, int depth, bool shared);
    void addProperties(Members *schema, Level *level, int depth);
    void addPatterns(Members *schema, Level *level, int depth);
    void addDependencies(Members *schema, Level *level, int depth);
    void addCombinators(Members *schema, Level *level, int depth);
    void addConditions(Members *schema, Level *level);
    void addReference(Members *schema, Level *level, int depth);
    void addInstances(Members *schema);
    Pair nameList(Level *level);
    Pair instance(int depth);

    QRandomGenerator m_random;
    int m_counter = 0;
    Members m_definitions;
    Members m_shared;
};

} // namespace algenta::tests
