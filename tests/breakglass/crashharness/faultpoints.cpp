// SPDX-License-Identifier: Apache-2.0
// Stands between the test child and the kernel: every write, sync, connect, send and receive on a
// file or a socket is a numbered point at which the child can be killed or a disk can fail. An
// execution that is handed to a socket before the intent was synced ends the child. Only this test
// binary has it; the libraries under test are the ones of the release.
#include "tests/breakglass/crashharness/faultpoints.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace
{

enum class Fault { None, Kill, Full, ReadOnly, Sync };

std::atomic<long> s_points{0};
long s_at = 0;
Fault s_fault = Fault::None;

/** How far the intent got: -1 nowhere, a descriptor while it is written there, synced after that. */
std::atomic<int> s_intentIn{-1};
std::atomic<bool> s_intentSynced{false};
std::atomic<bool> s_intentExpected{false};

bool holds(const void *data, std::size_t size, const char *text)
{
    return ::memmem(data, size, text, std::strlen(text)) != nullptr;
}

bool isLog(int descriptor)
{
    char link[64] = {};
    char path[4096] = {};
    std::snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    const ssize_t size = ::readlink(link, path, sizeof path - 1);
    return size > 4 && std::strcmp(path + size - 4, "-wal") == 0;
}

/** Three members that only an intent has: they do not all lie across the borders of pages. */
void noteWritten(int descriptor, const void *data, std::size_t size)
{
    if (!s_intentExpected || s_intentSynced || !isLog(descriptor))
        return;
    if (holds(data, size, R"("kind":"intent")") || holds(data, size, R"("gates":[)") ||
        holds(data, size, R"("before":{)"))
        s_intentIn = descriptor;
}

void checkSent(const void *data, std::size_t size)
{
    if (size < 5 || std::memcmp(data, "POST ", 5) != 0 || !holds(data, size, "/execute "))
        return;
    if (!s_intentSynced)
        ::_exit(algenta::test::sentUnsynced);
}

bool isFile(int descriptor, bool &isSocket)
{
    struct stat info = {};
    if (::fstat(descriptor, &info) != 0)
        return false;
    isSocket = S_ISSOCK(info.st_mode);
    return isSocket || S_ISREG(info.st_mode);
}

void die()
{
    ::syscall(SYS_kill, ::syscall(SYS_getpid), SIGKILL);
}

/** What happens at one point: before, in the middle of, or after the call; or an error instead of it. */
struct Point {
    explicit Point(int descriptor)
    {
        const int kept = errno;
        bool isSocket = false;
        if (isFile(descriptor, isSocket)) {
            number = ++s_points;
            onDisk = !isSocket;
        }
        errno = kept;
        if (s_fault == Fault::Kill && number == s_at && number % 3 == 0)
            die();
    }
    [[nodiscard]] bool halves() const { return s_fault == Fault::Kill && number == s_at && number % 3 == 1; }
    [[nodiscard]] bool hit(Fault fault) const { return s_fault == fault && onDisk && number >= s_at; }
    [[nodiscard]] std::size_t length(std::size_t whole) const { return halves() ? whole / 2 : whole; }
    long after(long result) const
    {
        if (s_fault == Fault::Kill && number == s_at && number > 0)
            die();
        return result;
    }

    long number = 0;
    bool onDisk = false;
};

long failing(int code)
{
    errno = code;
    return -1;
}

long written(const Point &point, long (*call)(int, const void *, std::size_t, long), int descriptor,
             const void *data, std::size_t size, long offset)
{
    if (point.hit(Fault::Full))
        return failing(ENOSPC);
    if (point.hit(Fault::ReadOnly))
        return failing(EROFS);
    if (point.onDisk)
        noteWritten(descriptor, data, point.length(size));
    else
        checkSent(data, size);
    return point.after(call(descriptor, data, point.length(size), offset));
}

long plainWrite(int descriptor, const void *data, std::size_t size, long)
{
    return ::syscall(SYS_write, descriptor, data, size);
}

long placedWrite(int descriptor, const void *data, std::size_t size, long offset)
{
    return ::syscall(SYS_pwrite64, descriptor, data, size, offset);
}

int synced(int descriptor, long call)
{
    const Point point(descriptor);
    if (point.hit(Fault::Sync))
        return static_cast<int>(failing(EIO));
    const long result = ::syscall(call, descriptor);
    if (result == 0 && descriptor == s_intentIn)
        s_intentSynced = true;
    return static_cast<int>(point.after(result));
}

} // namespace

extern "C" {

ssize_t write(int descriptor, const void *data, size_t size)
{
    return written(Point(descriptor), plainWrite, descriptor, data, size, 0);
}

ssize_t pwrite(int descriptor, const void *data, size_t size, off_t offset)
{
    return written(Point(descriptor), placedWrite, descriptor, data, size, offset);
}

ssize_t pwrite64(int descriptor, const void *data, size_t size, off64_t offset)
{
    return written(Point(descriptor), placedWrite, descriptor, data, size, offset);
}

int fsync(int descriptor)
{
    return synced(descriptor, SYS_fsync);
}

int fdatasync(int descriptor)
{
    return synced(descriptor, SYS_fdatasync);
}

int connect(int descriptor, const struct sockaddr *address, socklen_t size)
{
    const Point point(descriptor);
    return static_cast<int>(point.after(::syscall(SYS_connect, descriptor, address, size)));
}

ssize_t send(int descriptor, const void *data, size_t size, int flags)
{
    const Point point(descriptor);
    checkSent(data, size);
    return point.after(
        ::syscall(SYS_sendto, descriptor, data, point.length(size), flags, nullptr, socklen_t(0)));
}

ssize_t sendmsg(int descriptor, const struct msghdr *message, int flags)
{
    const Point point(descriptor);
    return point.after(::syscall(SYS_sendmsg, descriptor, message, flags));
}

ssize_t read(int descriptor, void *data, size_t size)
{
    bool isSocket = false;
    if (!isFile(descriptor, isSocket) || !isSocket)
        return ::syscall(SYS_read, descriptor, data, size);
    const Point point(descriptor);
    return point.after(::syscall(SYS_read, descriptor, data, size));
}

ssize_t recv(int descriptor, void *data, size_t size, int flags)
{
    const Point point(descriptor);
    return point.after(::syscall(SYS_recvfrom, descriptor, data, size, flags, nullptr, nullptr));
}

} // extern "C"

namespace algenta::test
{

void setFaultPoint(const char *fault, long at)
{
    s_at = at;
    s_fault = std::strcmp(fault, "kill") == 0       ? Fault::Kill
              : std::strcmp(fault, "full") == 0     ? Fault::Full
              : std::strcmp(fault, "readonly") == 0 ? Fault::ReadOnly
              : std::strcmp(fault, "sync") == 0     ? Fault::Sync
                                                    : Fault::None;
}

void expectIntent()
{
    s_intentExpected = true;
}

long faultPoints()
{
    return s_points;
}

} // namespace algenta::test
