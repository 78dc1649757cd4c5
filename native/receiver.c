/*
 * The native reference of the scenario `receive`: keeps what it receives in files, as src/Server/Storing does, without .NET.
 *
 *     receiver write|splice FOLDER
 *
 * It listens on a free port of 127.0.0.1 and prints the port; it serves one connection after another until it is killed. The first
 * frame of a connection says how files are to be kept, as docs/internals/formats.md has it; the name of the way in it is not looked at.
 * Every file is made anew, written, synchronized and closed where that is asked for, acknowledged, and deleted. The first file of a
 * connection, and later ones chosen by chance, are read again; the acknowledgement carries the checksum of what was read.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/statvfs.h>
#include <unistd.h>

#define BUFFER (1 << 20)
#define PAGE 4096
#define BUFFER_OFFSET 64       /* into a page; as native/reference.c and KernelBuffer */
#define LONGEST_REQUEST 128
#define CANNOT_KEEP (-8)       /* the codes of docs/internals/formats.md */
#define DISK_FULL (-9)
#define TARGET_EXISTS (-10)

static bool splices;
static const char *folder;
static int pipe_ends[2];
static char *buffer;
static bool preallocates;
static int (*synchronize)(int);
static uint32_t crc_table[256];

static _Noreturn void fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(1);
}

static _Noreturn void fail_errno(const char *doing) { fail("%s: %s", doing, strerror(errno)); }

static void make_crc_table(void)
{
    for (uint32_t value = 0; value < 256; value++)
    {
        uint32_t crc = value;
        for (int bit = 0; bit < 8; bit++)
            crc = crc & 1 ? crc >> 1 ^ UINT32_C(0x82F63B78) : crc >> 1;
        crc_table[value] = crc;
    }
}

/* False at the end of the stream, and when the connection is lost. */
static bool receive_all(int connection, void *to, size_t count)
{
    for (size_t received = 0; received < count;)
    {
        ssize_t result = recv(connection, (char *)to + received, count - received, 0);
        if (result <= 0 && !(result < 0 && errno == EINTR))
            return false;
        received += result > 0 ? (size_t)result : 0;
    }
    return true;
}

static bool answer(int connection, int64_t status, uint32_t checksum)
{
    struct { uint64_t status, checksum; } acknowledgement = { htobe64((uint64_t)status), htobe64(checksum) };
    return send(connection, &acknowledgement, sizeof acknowledgement, MSG_NOSIGNAL) == (ssize_t)sizeof acknowledgement;
}

static int64_t status_of(int error)
{
    return error == ENOSPC || error == EDQUOT ? DISK_FULL : error == EEXIST || error == ELOOP ? TARGET_EXISTS : CANNOT_KEEP;
}

/* How files are to be kept; false for a request that is none. */
static bool read_request(int connection, int64_t length)
{
    char request[LONGEST_REQUEST + 1], way[LONGEST_REQUEST], allocate[8], durability[16], rest;
    if (length < 0 || length > LONGEST_REQUEST || !receive_all(connection, request, (size_t)length))
        return false;
    request[length] = '\0';
    if (sscanf(request, "%127s preallocate=%7s durability=%15s%c", way, allocate, durability, &rest) != 3)
        return false;
    preallocates = strcmp(allocate, "on") == 0;
    synchronize = strcmp(durability, "fsync") == 0 ? fsync : strcmp(durability, "fdatasync") == 0 ? fdatasync : NULL;
    return true;
}

/* 1 when some bytes were moved into the file, 0 when the connection has ended, −1 with errno when the file could not be written. */
static int move_some(int connection, int file, int64_t *offset, int64_t left)
{
    if (splices)
    {
        ssize_t came = splice(connection, NULL, pipe_ends[1], NULL, (size_t)(left < BUFFER ? left : BUFFER), SPLICE_F_MOVE);
        if (came <= 0)
            return came < 0 && errno == EINTR ? 1 : 0;
        while (came > 0)
        {
            ssize_t moved = splice(pipe_ends[0], NULL, file, offset, (size_t)came, SPLICE_F_MOVE);
            if (moved < 0 && errno == EINTR)
                continue;
            if (moved <= 0)
                return -1;
            came -= moved;
        }
        return 1;
    }
    ssize_t came = recv(connection, buffer, (size_t)(left < BUFFER ? left : BUFFER), 0);
    if (came <= 0)
        return came < 0 && errno == EINTR ? 1 : 0;
    for (ssize_t written = 0; written < came;)
    {
        ssize_t result = pwrite(file, buffer + written, (size_t)(came - written), *offset);
        if (result < 0 && errno == EINTR)
            continue;
        if (result <= 0)
            return -1;
        written += result;
        *offset += result;
    }
    return 1;
}

static uint32_t checksum_of(const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (file < 0)
        fail_errno("reading a kept file again");
    uint32_t crc = UINT32_MAX;
    ssize_t count;
    while ((count = read(file, buffer, BUFFER)) > 0)
        for (ssize_t index = 0; index < count; index++)
            crc = crc >> 8 ^ crc_table[(crc ^ (uint8_t)buffer[index]) & 0xFF];
    close(file);
    return ~crc;
}

/* As SpotCheck of the receivers in .NET: 1 in 64 below 1M, 1 in 16 below 16M, 1 in 8 above. */
static bool is_check_due(int64_t length)
{
    uint8_t drawn;
    if (length == 0 || getrandom(&drawn, sizeof drawn, 0) != 1)
        return false;
    return drawn % (length < 1 << 20 ? 64 : length < 16 << 20 ? 16 : 8) == 0;
}

/* False when the connection is over. */
static bool keep_file(int connection, const char *path, int64_t length, bool is_checked)
{
    struct statvfs disk;
    if (length < 0 || statvfs(folder, &disk) != 0)
        return answer(connection, CANNOT_KEEP, 0) && false;
    if ((uint64_t)length > (uint64_t)disk.f_bavail * disk.f_frsize)
        return answer(connection, DISK_FULL, 0) && false;
    int file = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0)
        return answer(connection, status_of(errno), 0) && false;
    int64_t offset = 0;
    int state = preallocates && length > 0 && fallocate(file, FALLOC_FL_KEEP_SIZE, 0, length) != 0 ? -1 : 1;
    while (state > 0 && offset < length)
        state = move_some(connection, file, &offset, length - offset);
    if (state > 0 && synchronize != NULL && synchronize(file) != 0)
        state = -1;
    int error = errno;
    close(file);
    if (state <= 0)
    {
        unlink(path);
        return state < 0 && answer(connection, status_of(error), 0) && false;
    }
    bool goes_on = answer(connection, length, is_checked ? checksum_of(path) : 0);
    unlink(path);
    return goes_on;
}

static void serve(int connection)
{
    static uint64_t number;
    uint64_t announced;
    bool knows = false, has_checked = false;
    while (receive_all(connection, &announced, sizeof announced))
    {
        int64_t length = (int64_t)be64toh(announced);
        if (!knows)
        {
            knows = read_request(connection, length);
            if (!answer(connection, knows ? length : CANNOT_KEEP, 0) || !knows)
                return;
            continue;
        }
        char path[4096];
        snprintf(path, sizeof path, "%s/native-%ld-%" PRIu64, folder, (long)getpid(), number++);
        bool is_checked = length > 0 && (!has_checked || is_check_due(length));
        if (!keep_file(connection, path, length, is_checked))
            return;
        has_checked |= is_checked;
    }
}

int main(int argument_count, char **arguments)
{
    if (argument_count != 3 || (strcmp(arguments[1], "write") != 0 && strcmp(arguments[1], "splice") != 0))
    {
        fputs("usage: receiver write|splice FOLDER\nscripts/receive-native.sh runs it\n", stderr);
        return 2;
    }
    splices = strcmp(arguments[1], "splice") == 0;
    folder = arguments[2];
    signal(SIGPIPE, SIG_IGN);
    make_crc_table();
    void *memory;
    if (posix_memalign(&memory, PAGE, PAGE + BUFFER) != 0)
        fail("no memory");
    memset(memory, 0, PAGE + BUFFER);
    buffer = (char *)memory + BUFFER_OFFSET;
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t size = sizeof address;
    if (listener < 0 || bind(listener, (struct sockaddr *)&address, sizeof address) != 0 || listen(listener, 16) != 0
        || getsockname(listener, (struct sockaddr *)&address, &size) != 0)
        fail_errno("listening");
    printf("%d\n", ntohs(address.sin_port));
    if (fflush(stdout) != 0)
        fail_errno("telling the port");
    for (;;)
    {
        int connection = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
        if (connection < 0)
        {
            if (errno == EINTR)
                continue;
            fail_errno("accepting");
        }
        if (setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) != 0)
            fail_errno("setting the options of the socket");
        /* A pipe of its own: what a failure leaves in it must not get into the next file. */
        if (splices && (pipe2(pipe_ends, O_CLOEXEC) != 0 || fcntl(pipe_ends[1], F_SETPIPE_SZ, BUFFER) < 0))
            fail_errno("making a pipe of 1 MiB");
        serve(connection);
        close(connection);
        if (splices)
        {
            close(pipe_ends[0]);
            close(pipe_ends[1]);
        }
    }
}
