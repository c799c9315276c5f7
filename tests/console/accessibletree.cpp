// SPDX-License-Identifier: Apache-2.0
// Prints what the accessibility bus (AT-SPI) shows of the program of a process id, an object a line:
// depth, role, name, description, names of the actions; with tabs between them.
#include <QCoreApplication>
#include <QDBusArgument>
#include <QDBusConnection>
#include <QDBusConnectionInterface>
#include <QDBusInterface>
#include <QDBusMetaType>
#include <QDBusObjectPath>
#include <QDBusReply>
#include <QTextStream>

using namespace Qt::Literals::StringLiterals;

namespace
{

struct Reference {
    QString service;
    QDBusObjectPath path;
};

QDBusArgument &operator<<(QDBusArgument &argument, const Reference &reference)
{
    argument.beginStructure();
    argument << reference.service << reference.path;
    argument.endStructure();
    return argument;
}

const QDBusArgument &operator>>(const QDBusArgument &argument, Reference &reference)
{
    argument.beginStructure();
    argument >> reference.service >> reference.path;
    argument.endStructure();
    return argument;
}

constexpr auto accessible = "org.a11y.atspi.Accessible"_L1;
constexpr auto action = "org.a11y.atspi.Action"_L1;
constexpr int deepest = 60;
constexpr uint visibleState = 30; // ATSPI_STATE_VISIBLE

class Reader
{
public:
    explicit Reader(const QDBusConnection &bus)
        : m_bus(bus)
    {
    }

    [[nodiscard]] QVariant property(const Reference &of, QLatin1StringView interface,
                                    const QString &name) const
    {
        QDBusInterface properties(of.service, of.path.path(), u"org.freedesktop.DBus.Properties"_s, m_bus);
        const QDBusReply<QDBusVariant> reply = properties.call(u"Get"_s, QString(interface), name);
        return reply.isValid() ? reply.value().variant() : QVariant();
    }

    [[nodiscard]] QList<Reference> children(const Reference &of) const
    {
        QDBusInterface object(of.service, of.path.path(), accessible, m_bus);
        const QDBusMessage answer = object.call(u"GetChildren"_s);
        QList<Reference> found;
        if (answer.type() != QDBusMessage::ReplyMessage || answer.arguments().isEmpty())
            return found;
        const auto list = answer.arguments().constFirst().value<QDBusArgument>();
        list.beginArray();
        while (!list.atEnd()) {
            Reference reference;
            list >> reference;
            found.append(reference);
        }
        list.endArray();
        return found;
    }

    [[nodiscard]] QStringList actions(const Reference &of) const
    {
        QStringList names;
        QDBusInterface object(of.service, of.path.path(), action, m_bus);
        const int count = property(of, action, u"NActions"_s).toInt();
        for (int i = 0; i < count; ++i) {
            const QDBusReply<QString> name = object.call(u"GetName"_s, i);
            names.append(name.isValid() ? name.value() : u"?"_s);
        }
        return names;
    }

    /** Screen readers pass over what is not visible; so does this. */
    [[nodiscard]] bool isVisible(const Reference &of) const
    {
        QDBusInterface object(of.service, of.path.path(), accessible, m_bus);
        const QDBusReply<QList<uint>> states = object.call(u"GetState"_s);
        return states.isValid() && !states.value().isEmpty() &&
               (states.value().constFirst() & (1U << visibleState)) != 0;
    }

    void print(const Reference &of, int depth) const
    {
        if (depth > deepest || (depth > 0 && !isVisible(of)))
            return;
        QDBusInterface object(of.service, of.path.path(), accessible, m_bus);
        const QDBusReply<QString> role = object.call(u"GetRoleName"_s);
        QTextStream out(stdout);
        out << depth << '\t' << (role.isValid() ? role.value() : u"?"_s) << '\t'
            << property(of, accessible, u"Name"_s).toString().replace(u'\n', u' ') << '\t'
            << property(of, accessible, u"Description"_s).toString().replace(u'\n', u' ') << '\t'
            << actions(of).join(u',') << '\n';
        out.flush();
        for (const Reference &child : children(of))
            print(child, depth + 1);
    }

private:
    QDBusConnection m_bus;
};

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication application(argc, argv);
    qDBusRegisterMetaType<Reference>();
    qDBusRegisterMetaType<QList<uint>>();
    QDBusInterface launcher(u"org.a11y.Bus"_s, u"/org/a11y/bus"_s, u"org.a11y.Bus"_s,
                            QDBusConnection::sessionBus());
    const QDBusReply<QString> address = launcher.call(u"GetAddress"_s);
    if (!address.isValid() || argc != 2)
        return 2;
    const QDBusConnection bus = QDBusConnection::connectToBus(address.value(), u"accessibility"_s);
    const uint wanted = QString::fromLatin1(argv[1]).toUInt();
    const Reader reader(bus);
    const Reference desktop{u"org.a11y.atspi.Registry"_s,
                            QDBusObjectPath(u"/org/a11y/atspi/accessible/root"_s)};
    for (const Reference &program : reader.children(desktop)) {
        QDBusConnectionInterface *daemon = bus.interface();
        if (daemon->servicePid(program.service).value() == wanted) {
            reader.print(program, 0);
            return 0;
        }
    }
    return 1;
}
