/*
 * The native reference: sends files as the strategies of src/Strategies do, without .NET.
 *
 *     reference list
 *     reference send WAY FILE [--cpu N] [--congestion-control NAME] [--no-delay on|off] [--wait block|poll:200us|yield:200us]
 *                             [--keep 'WAY preallocate=on|off durability=none|fdatasync|fsync']
 *
 * `filetransfer bench --native reference` runs it, one process per launch, in the same rounds as the strategies. It knows
 * nothing of rounds, warm-up or verdicts: it reads commands from its standard input, one per line, and answers each with one
 * line of JSON on its standard output. It ends with its input.
 *
 *     connect HOST PORT    opens a connection to a receiver, instead of the one before
 *     warm NANOSECONDS     sends until the transfers have taken that long together, at least one
 *     record COUNT         sends so many, and goes on until one of them was not checked by the receiver
 *     check MOST           sends until the receiver has checked one, at most so many
 *     options              tells the socket options that are in force
 *
 * A transfer opens the file, sends header and payload, waits for the acknowledgement and closes the file; ways that end in
 * -kept keep it open. Its clock starts before the file is opened and stops when it is closed. Whatever goes wrong ends the
 * program with exit code 1 and a line on standard error. The format on the wire is docs/internals/formats.md.
 */
#define _GNU_SOURCE
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>
/* Needs struct timespec. */
#include <linux/errqueue.h>
#ifdef WITH_IO_URING
#include <liburing.h>
#endif

/* The harness refuses a program that speaks another version of the commands and answers. */
#define PROTOCOL 1
#define HEADER 8
#define PAGE 4096
#define BUFFER_OFFSET (64 + HEADER) /* into a page; the kernel copies slowly to 1 to 15 bytes further into one than it copies from */
#define PIPE_SIZE (1 << 20)
#define CHUNK (256 << 10)      /* of io_uring */
#define ZEROCOPY_PART (1 << 20)
#define LARGEST_BUFFER (1 << 20)
#define STALL_SECONDS 60       /* longest wait for progress on the socket */
#define HIGH_PRIORITY (-11)    /* as .NET's ProcessPriorityClass.High, which the other senders take */

struct way
{
    const char *id;
    const char *counterpart;   /* the strategy that makes the same calls */
    const char *mechanism;
    void (*send)(void);
    size_t buffer;             /* of ways that read the file into memory */
    bool mapped;               /* maps the file when it opens it */
    bool kept;                 /* keeps the file open between transfers */
    bool lends;                /* lends the kernel pages of the file: its length is looked at again at the end */
};

static const struct way *way;
static const char *path;
static const char *congestion;
static const char *keep;       /* says to the receiver how it is to keep the files; NULL when it discards them */
static bool no_delay = true;
static int64_t poll_limit;     /* longest time to ask for the answer before blocking, in nanoseconds; 0 blocks at once */
static bool yields;            /* offers the processor to other threads between two questions */

static int connection = -1;
static int file = -1;
static int64_t length;
static char *mapping;
static int pipe_ends[2];
static char *buffer;           /* a header goes right before it, a chunk begins at it; BUFFER_OFFSET bytes into a page */

/* What is known of one transfer, times in nanoseconds of CLOCK_MONOTONIC. */
struct sample
{
    int64_t start, returned, end;
    uint32_t checksum;         /* CRC-32C as the receiver computed it, or 0 when it did not check this one */
};

static struct sample *samples;
static size_t count, capacity;

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

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

/* A call that was interrupted by a signal is made again; any other failure ends the program. */
static size_t moved(ssize_t result, const char *doing)
{
    if (result >= 0)
        return (size_t)result;
    if (errno == EAGAIN)
        fail("%s: nothing moved for %d s", doing, STALL_SECONDS);
    if (errno != EINTR)
        fail_errno(doing);
    return 0;
}

/* ---- the file ---- */

static void require_length(void)
{
    int64_t found = lseek(file, 0, SEEK_END);
    if (found != length)
        fail("%s has %" PRId64 " bytes and had %" PRId64 ": measure a file that nothing writes to", path, found, length);
}

static void begin_file(void)
{
    bool is_open = file >= 0;
    if (!is_open && (file = open(path, O_RDONLY | O_CLOEXEC)) < 0)
        fail("%s cannot be opened: %s", path, strerror(errno));
    require_length();
    /* mmap(2) refuses a length of 0. The pages are not touched here: the kernel faults them in while it sends. */
    if (way->mapped && !is_open && length > 0)
    {
        mapping = mmap(NULL, (size_t)length, PROT_READ, MAP_SHARED, file, 0);
        if (mapping == MAP_FAILED)
            fail("%s cannot be mapped: %s", path, strerror(errno));
    }
}

static void end_file(void)
{
    if (way->kept)
        return;
    if (way->mapped && length > 0)
        munmap(mapping, (size_t)length);
    close(file);
    file = -1;
}

static size_t read_at(char *buffer, size_t wanted, int64_t offset)
{
    if ((int64_t)wanted > length - offset)
        wanted = (size_t)(length - offset);
    size_t got;
    do
    {
        ssize_t result = pread(file, buffer, wanted, offset);
        if (result == 0)
            fail("%s ended at byte %" PRId64, path, offset);
        got = moved(result, "reading the file");
    } while (got == 0);
    return got;
}

/* ---- the ways ---- */

static void put_header(char *header)
{
    uint64_t announced = htobe64((uint64_t)length);
    memcpy(header, &announced, HEADER);
}

static void send_all(const char *bytes, size_t left, int flags)
{
    while (left > 0)
    {
        size_t sent = moved(send(connection, bytes, left, flags), "sending");
        bytes += sent;
        left -= sent;
    }
}

/* Holds the header back until the first bytes of the payload fill its segment: MSG_MORE, send(2). */
static void send_header_first(void)
{
    char header[HEADER];
    put_header(header);
    /* With nothing to follow the kernel would hold it back for 200 ms. */
    send_all(header, HEADER, length > 0 ? MSG_MORE : 0);
}

static void send_header_alone(void)
{
    char header[HEADER];
    put_header(header);
    send_all(header, HEADER, 0);
}

/* The header in a segment of its own, then read and send. */
static void read_write(void)
{
    send_header_alone();
    for (int64_t offset = 0; offset < length;)
    {
        size_t got = read_at(buffer, way->buffer, offset);
        send_all(buffer, got, 0);
        offset += (int64_t)got;
    }
}

/* The file read right behind the header, so that both leave in one send; then chunk by chunk. */
static void coalesced(void)
{
    put_header(buffer - HEADER);
    size_t got = length > 0 ? read_at(buffer, way->buffer, 0) : 0;
    send_all(buffer - HEADER, HEADER + got, 0);
    for (int64_t offset = (int64_t)got; offset < length;)
    {
        got = read_at(buffer, way->buffer, offset);
        send_all(buffer, got, 0);
        offset += (int64_t)got;
    }
}

static void send_file_from_start(void)
{
    for (off_t offset = 0; offset < length;)
    {
        ssize_t result = sendfile(connection, file, &offset, (size_t)(length - offset));
        if (result == 0)
            fail("%s ended at byte %" PRId64, path, (int64_t)offset);
        moved(result, "sendfile");
    }
}

static void send_file(void)
{
    send_header_first();
    send_file_from_start();
}

static void send_file_header_alone(void)
{
    send_header_alone();
    send_file_from_start();
}

/* The pages of the file are lent to a pipe, and by the pipe to the socket. */
static void splice_file(void)
{
    send_header_first();
    for (loff_t offset = 0; offset < length;)
    {
        ssize_t result = splice(file, &offset, pipe_ends[1], NULL, (size_t)(length - offset), SPLICE_F_MOVE);
        if (result == 0)
            fail("%s ended at byte %" PRId64, path, (int64_t)offset);
        size_t in_pipe = moved(result, "splice from the file");
        unsigned more = offset < length ? SPLICE_F_MORE : 0;
        while (in_pipe > 0)
        {
            result = splice(pipe_ends[0], NULL, connection, NULL, in_pipe, SPLICE_F_MOVE | more);
            if (result == 0)
                fail("the receiver closed the connection");
            in_pipe -= moved(result, "splice to the socket");
        }
    }
}

static void send_mapping(size_t header_sent)
{
    char header[HEADER];
    put_header(header);
    for (size_t sent = header_sent; sent < HEADER + (size_t)length;)
    {
        size_t of_header = sent < HEADER ? sent : HEADER;
        size_t of_payload = sent - of_header;
        struct iovec parts[2] = {
            { header + of_header, HEADER - of_header },
            { mapping + of_payload, (size_t)length - of_payload },
        };
        struct msghdr message = { .msg_iov = parts, .msg_iovlen = 2 };
        sent += moved(sendmsg(connection, &message, 0), "sendmsg of the mapping");
    }
    /* A file that is cut short within its last page would have been sent as zeros. */
    require_length();
}

/* The mapped file and the header in one call. */
static void mapped(void) { send_mapping(0); }

/* The mapped file in a call of its own, behind a header that is held back. */
static void mapped_more(void)
{
    send_header_first();
    send_mapping(HEADER);
}

/* ---- MSG_ZEROCOPY: the kernel numbers such sends and tells in the error queue which are complete ---- */

static int64_t outstanding;

static bool take_completions(void)
{
    char control[128];
    struct msghdr message = { .msg_control = control, .msg_controllen = sizeof control };
    if (recvmsg(connection, &message, MSG_ERRQUEUE) < 0)
    {
        if (errno != EAGAIN && errno != EINTR)
            fail_errno("reading the error queue");
        return false;
    }
    for (struct cmsghdr *entry = CMSG_FIRSTHDR(&message); entry != NULL; entry = CMSG_NXTHDR(&message, entry))
    {
        struct sock_extended_err error;
        memcpy(&error, CMSG_DATA(entry), sizeof error);
        /* From number ee_info to number ee_data; the numbers wrap around. */
        if (error.ee_origin == SO_EE_ORIGIN_ZEROCOPY)
            outstanding -= (int64_t)(uint32_t)(error.ee_data - error.ee_info) + 1;
    }
    return true;
}

static void await_completions(int64_t allowed)
{
    while (outstanding > allowed)
    {
        if (take_completions())
            continue;
        struct pollfd entry = { .fd = connection };
        int ready = poll(&entry, 1, STALL_SECONDS * 1000);
        if (ready == 0)
            fail("the kernel did not let go of the pages for %d s", STALL_SECONDS);
        moved(ready, "waiting for the error queue");
    }
}

static void msg_zerocopy(void)
{
    static size_t largest = ZEROCOPY_PART;
    send_header_first();
    for (int64_t offset = 0; offset < length;)
    {
        size_t part = length - offset < (int64_t)largest ? (size_t)(length - offset) : largest;
        ssize_t result = send(connection, mapping + offset, part, MSG_ZEROCOPY);
        if (result < 0 && errno == ENOBUFS && (outstanding > 0 || largest > PAGE))
        {
            /* A limit on locked pages or on notifications: waits for a send to be complete, or makes them smaller. */
            if (outstanding > 0)
                await_completions(outstanding - 1);
            else
                largest /= 2;
            continue;
        }
        size_t sent = moved(result, "sending with MSG_ZEROCOPY");
        outstanding += sent > 0;
        offset += (int64_t)sent;
    }
}

static const char *zerocopy_refusal(void)
{
    int one = 1;
    int probe = socket(AF_INET, SOCK_STREAM, 0);
    bool is_refused = setsockopt(probe, SOL_SOCKET, SO_ZEROCOPY, &one, sizeof one) != 0;
    close(probe);
    return is_refused ? "this kernel has no SO_ZEROCOPY on TCP sockets (Linux 4.14)" : "";
}

/* ---- io_uring ---- */

#ifdef WITH_IO_URING
static struct io_uring ring;
static char *ring_buffer;      /* registered: a page for the header, and two chunks */
enum { SOCKET_SLOT, FILE_SLOT, SLOTS };

/* A request knows what it must answer: a whole read, a whole send, one slot. Anything else fails the transfer. */
static void expect(struct io_uring_sqe *entry, uint64_t answer, unsigned flags)
{
    /* After io_uring_prep_*, which clears them. */
    io_uring_sqe_set_data64(entry, answer);
    entry->flags |= (uint8_t)flags;
}

static void put_slot(int *descriptor, unsigned flags)
{
    struct io_uring_sqe *entry = io_uring_get_sqe(&ring);
    io_uring_prep_files_update(entry, descriptor, 1, FILE_SLOT);
    expect(entry, 1, flags);
}

static size_t chunk_size(int64_t number)
{
    int64_t left = length - number * CHUNK;
    return left < CHUNK ? (size_t)left : CHUNK;
}

static char *chunk(int64_t number) { return ring_buffer + BUFFER_OFFSET + number % 2 * CHUNK; }

static void put_read(int64_t number, unsigned flags)
{
    if (chunk_size(number) == 0)
        return;
    struct io_uring_sqe *entry = io_uring_get_sqe(&ring);
    io_uring_prep_read_fixed(entry, FILE_SLOT, chunk(number), (unsigned)chunk_size(number), (uint64_t)(number * CHUNK), 0);
    expect(entry, chunk_size(number), IOSQE_FIXED_FILE | flags);
}

static void put_send(int64_t number, unsigned flags)
{
    size_t header = number == 0 ? HEADER : 0;
    struct io_uring_sqe *entry = io_uring_get_sqe(&ring);
    io_uring_prep_send(entry, SOCKET_SLOT, chunk(number) - header, header + chunk_size(number), MSG_WAITALL);
    expect(entry, header + chunk_size(number), IOSQE_FIXED_FILE | flags);
}

static void run_requests(void)
{
    unsigned waiting = io_uring_sq_ready(&ring);
    int result = io_uring_submit_and_wait(&ring, waiting);
    if (result < 0)
        fail("io_uring_enter: %s", strerror(-result));
    for (; waiting > 0; waiting--)
    {
        struct io_uring_cqe *answer;
        if ((result = io_uring_wait_cqe(&ring, &answer)) < 0)
            fail("io_uring_enter: %s", strerror(-result));
        if (answer->res != (int)io_uring_cqe_get_data64(answer))
            fail("io_uring answered %d where %d was expected: %s", answer->res, (int)io_uring_cqe_get_data64(answer),
                answer->res < 0 ? strerror(-answer->res) : "only a part was moved");
        io_uring_cqe_seen(&ring, answer);
    }
}

/* One chunk takes one system call; of larger files the next chunk is read while one is sent. */
static void io_uring_way(void)
{
    static int nothing = -1;
    int64_t chunks = length > CHUNK ? (length + CHUNK - 1) / CHUNK : 1;
    put_header(chunk(0) - HEADER);
    put_slot(&file, IOSQE_IO_LINK);
    put_read(0, chunks == 1 ? IOSQE_IO_LINK : 0);
    for (int64_t number = 1; number < chunks; number++)
    {
        run_requests();
        put_send(number - 1, 0);
        put_read(number, 0);
    }
    if (chunks > 1)
        run_requests();
    put_send(chunks - 1, IOSQE_IO_LINK);
    put_slot(&nothing, 0);
    run_requests();
}

static const char *open_ring(void)
{
    static bool is_open;
    static char reason[128];
    int result = is_open ? 0 : io_uring_queue_init(8, &ring, 0);
    if (result == 0 && !is_open)
    {
        struct iovec memory = { NULL, PAGE + 2 * CHUNK };
        if (posix_memalign(&memory.iov_base, PAGE, memory.iov_len) != 0)
            fail("no memory");
        ring_buffer = memory.iov_base;
        int empty[SLOTS] = { -1, -1 };
        result = io_uring_register_buffers(&ring, &memory, 1);
        result = result < 0 ? result : io_uring_register_files(&ring, empty, SLOTS);
        is_open = result == 0;
    }
    if (result < 0)
        snprintf(reason, sizeof reason, "io_uring is not to be had: %s", strerror(-result));
    return reason;
}

static void register_socket(void)
{
    if (io_uring_register_files_update(&ring, SOCKET_SLOT, &connection, 1) != 1)
        fail("io_uring cannot register the socket");
}
#else
static void io_uring_way(void) { fail("built without liburing"); }
static const char *open_ring(void) { return "built without liburing: install its headers, and build again"; }
static void register_socket(void) { }
#endif

#define KIB *1024

static const struct way ways[] = {
    { .id = "c-read-write-1k", .counterpart = "read-write-1k", .send = read_write, .buffer = 1 KIB,
      .mechanism = "send(2) for the header, then pread(2) and send(2), 1 KiB buffer" },
    { .id = "c-read-write-64k", .counterpart = "read-write-64k", .send = read_write, .buffer = 64 KIB,
      .mechanism = "send(2) for the header, then pread(2) and send(2), 64 KiB buffer" },
    { .id = "c-read-write-1m", .counterpart = "read-write-1m", .send = read_write, .buffer = 1024 KIB,
      .mechanism = "send(2) for the header, then pread(2) and send(2), 1 MiB buffer" },
    { .id = "c-send-file-header-alone", .counterpart = "send-file", .send = send_file_header_alone, .lends = true,
      .mechanism = "send(2) for the header, then sendfile(2)" },
    { .id = "c-coalesced-64k", .counterpart = "coalesced-64k", .send = coalesced, .buffer = 64 KIB,
      .mechanism = "pread(2) behind the header, one send(2) for both, 64 KiB buffer" },
    { .id = "c-coalesced-256k", .counterpart = "coalesced-256k", .send = coalesced, .buffer = 256 KIB,
      .mechanism = "pread(2) behind the header, one send(2) for both, 256 KiB buffer" },
    { .id = "c-coalesced-1m", .counterpart = "coalesced-1m", .send = coalesced, .buffer = 1024 KIB,
      .mechanism = "pread(2) behind the header, one send(2) for both, 1 MiB buffer" },
    { .id = "c-coalesced-64k-kept", .counterpart = "coalesced-64k-kept", .send = coalesced, .buffer = 64 KIB, .kept = true,
      .mechanism = "as c-coalesced-64k, file kept open" },
    { .id = "c-coalesced-256k-kept", .counterpart = "coalesced-256k-kept", .send = coalesced, .buffer = 256 KIB, .kept = true,
      .mechanism = "as c-coalesced-256k, file kept open" },
    { .id = "c-coalesced-1m-kept", .counterpart = "coalesced-1m-kept", .send = coalesced, .buffer = 1024 KIB, .kept = true,
      .mechanism = "as c-coalesced-1m, file kept open" },
    { .id = "c-send-file", .counterpart = "native-send-file", .send = send_file, .lends = true,
      .mechanism = "send(MSG_MORE) for the header, sendfile(2)" },
    { .id = "c-send-file-kept", .counterpart = "native-send-file-kept", .send = send_file, .lends = true, .kept = true,
      .mechanism = "as c-send-file, file kept open" },
    { .id = "c-splice", .counterpart = "splice", .send = splice_file, .lends = true,
      .mechanism = "send(MSG_MORE) for the header, splice(2) through a 1 MiB pipe" },
    { .id = "c-splice-kept", .counterpart = "splice-kept", .send = splice_file, .lends = true, .kept = true,
      .mechanism = "as c-splice, file kept open" },
    { .id = "c-mapped", .counterpart = "mapped", .send = mapped, .mapped = true,
      .mechanism = "mmap(2), one sendmsg(2) of header and mapping" },
    { .id = "c-mapped-kept", .counterpart = "mapped-kept", .send = mapped, .mapped = true, .kept = true,
      .mechanism = "as c-mapped, mapping kept" },
    { .id = "c-mapped-more-kept", .counterpart = "mapped-more-kept", .send = mapped_more, .mapped = true, .kept = true,
      .mechanism = "send(MSG_MORE) for the header, sendmsg(2) of the mapping, which is kept" },
    { .id = "c-msg-zerocopy", .counterpart = "msg-zerocopy", .send = msg_zerocopy, .mapped = true, .lends = true,
      .mechanism = "mmap(2), send(MSG_ZEROCOPY), completions reaped" },
    { .id = "c-io-uring", .counterpart = "io-uring", .send = io_uring_way,
      .mechanism = "io_uring through liburing: READ_FIXED linked to SEND, or beside it in 256 KiB chunks" },
};

static const char *refusal(const struct way *candidate)
{
    if (candidate->send == msg_zerocopy)
        return zerocopy_refusal();
    return candidate->send == io_uring_way ? open_ring() : "";
}

/* ---- one transfer ---- */

/* Asks for the answer again and again; whatever recv says, the blocking call says again. */
static void poll_for_answer(void)
{
    char byte;
    for (int64_t end = now() + poll_limit; poll_limit > 0 && now() < end;)
    {
        if (recv(connection, &byte, 1, MSG_DONTWAIT | MSG_PEEK) >= 0 || errno != EAGAIN)
            return;
        if (yields)
            sched_yield();
    }
}

static uint32_t await_acknowledgement(int64_t expected)
{
    struct { uint64_t status, checksum; } answer;
    for (size_t received = 0; received < sizeof answer;)
    {
        poll_for_answer();
        ssize_t result = recv(connection, (char *)&answer + received, sizeof answer - received, 0);
        if (result == 0)
            fail("the receiver closed the connection after %zu of the %zu bytes of an acknowledgement", received, sizeof answer);
        received += moved(result, "waiting for the acknowledgement");
    }
    int64_t status = (int64_t)be64toh(answer.status);
    if (status < 0)
        fail("the receiver refused the file with status %" PRId64, status);
    if (status != expected)
        fail("the receiver confirmed %" PRId64 " of %" PRId64 " bytes", status, expected);
    return (uint32_t)be64toh(answer.checksum);
}

static void transfer(void)
{
    if (count == capacity)
    {
        capacity = capacity == 0 ? 1024 : 2 * capacity;
        samples = realloc(samples, capacity * sizeof *samples);
        if (samples == NULL)
            fail("no memory for the samples");
    }
    struct sample *sample = &samples[count++];
    sample->start = now();
    begin_file();
    way->send();
    sample->returned = now();
    sample->checksum = await_acknowledgement(length);
    await_completions(0);
    if (way->lends)
        require_length();
    end_file();
    sample->end = now();
}

/* ---- commands ---- */

/* Room for so many samples, touched, so that none of them pays for a page fault. */
static void reserve(size_t room)
{
    if (room > capacity)
    {
        samples = realloc(samples, room * sizeof *samples);
        if (samples == NULL)
            fail("no memory for %zu samples", room);
        capacity = room;
    }
    memset(samples, 0, capacity * sizeof *samples);
}

static void connect_to(const char *host, const char *port)
{
    struct addrinfo hints = { .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV, .ai_socktype = SOCK_STREAM };
    struct addrinfo *address;
    int error = getaddrinfo(host, port, &hints, &address);
    if (error != 0)
        fail("%s port %s is no address: %s", host, port, gai_strerror(error));
    if (connection >= 0)
        close(connection);
    connection = socket(address->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connection < 0)
        fail_errno("making a socket");
    int on = no_delay, one = 1;
    struct timeval limit = { .tv_sec = STALL_SECONDS };
    if (congestion != NULL && setsockopt(connection, IPPROTO_TCP, TCP_CONGESTION, congestion, (socklen_t)strlen(congestion)) != 0)
        fail("congestion control '%s' is not to be had: %s", congestion, strerror(errno));
    if (setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) != 0
        || setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit) != 0
        || setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit) != 0
        || (way->send == msg_zerocopy && setsockopt(connection, SOL_SOCKET, SO_ZEROCOPY, &one, sizeof one) != 0))
        fail_errno("setting the options of the socket");
    if (connect(connection, address->ai_addr, address->ai_addrlen) != 0)
        fail("cannot connect to %s port %s: %s", host, port, strerror(errno));
    freeaddrinfo(address);
    if (way->send == io_uring_way)
        register_socket();
    if (keep != NULL)
    {
        uint64_t announced = htobe64(strlen(keep));
        send_all((char *)&announced, sizeof announced, MSG_MORE);
        send_all(keep, strlen(keep), 0);
        await_acknowledgement((int64_t)strlen(keep));
    }
    puts("{}");
}

static void tell_options(void)
{
    int on = 0;
    char name[32] = "";
    socklen_t on_length = sizeof on, name_length = sizeof name - 1;
    if (getsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &on, &on_length) != 0
        || getsockopt(connection, IPPROTO_TCP, TCP_CONGESTION, name, &name_length) != 0)
        fail_errno("reading the options of the socket");
    printf("{\"noDelay\":%s,\"congestionControl\":\"%s\"}\n", on ? "true" : "false", name);
}

static double cpu_seconds(const struct rusage *usage)
{
    return (double)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) + (double)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec) / 1e6;
}

static void print_times(const char *name, size_t offset)
{
    printf("\"%s\":[", name);
    for (size_t index = 0; index < count; index++)
        printf("%s%" PRId64, index == 0 ? "" : ",", *(int64_t *)((char *)&samples[index] + offset));
    printf("],");
}

static void print_samples(const struct rusage *before, const struct rusage *after)
{
    printf("{");
    print_times("starts", offsetof(struct sample, start));
    print_times("returns", offsetof(struct sample, returned));
    print_times("ends", offsetof(struct sample, end));
    printf("\"checks\":[");
    const char *separator = "";
    for (size_t index = 0; index < count; index++)
        if (samples[index].checksum != 0)
        {
            printf("%s{\"index\":%zu,\"crc32C\":%" PRIu32 "}", separator, index, samples[index].checksum);
            separator = ",";
        }
    printf("],\"cpuSeconds\":%.6f,\"contextSwitches\":%ld,\"involuntaryContextSwitches\":%ld}\n",
        cpu_seconds(after) - cpu_seconds(before),
        after->ru_nvcsw + after->ru_nivcsw - before->ru_nvcsw - before->ru_nivcsw,
        after->ru_nivcsw - before->ru_nivcsw);
}

static bool is_checked(size_t index) { return samples[index].checksum != 0; }

/* Sends as one of the three commands says, and tells of every transfer. */
static void send_as(const char *command, int64_t amount)
{
    if (connection < 0)
        fail("not connected: 'connect HOST PORT' comes first");
    bool warms = strcmp(command, "warm") == 0, records = strcmp(command, "record") == 0;
    int64_t taken = 0, unchecked = 0;
    bool is_over = false;
    struct rusage before, after;
    count = 0;
    if (records)
        reserve((size_t)amount);
    getrusage(RUSAGE_SELF, &before);
    while (!is_over)
    {
        transfer();
        size_t last = count - 1;
        unchecked += !is_checked(last);
        taken += samples[last].end - samples[last].start;
        /* Of a few large files the receiver may check all, which makes them no samples. */
        is_over = warms ? taken >= amount
            : records ? (int64_t)count >= amount && unchecked > 0
            : is_checked(last) || (int64_t)count >= amount;
    }
    getrusage(RUSAGE_SELF, &after);
    print_samples(&before, &after);
}

static void serve_commands(void)
{
    static char output[1 << 20];
    char line[256], command[16], first[64], second[16], rest;
    setvbuf(stdout, output, _IOFBF, sizeof output);
    while (fgets(line, sizeof line, stdin) != NULL)
    {
        int words = sscanf(line, "%15s %63s %15s %c", command, first, second, &rest);
        char *end = first;
        int64_t amount = words == 2 ? strtoll(first, &end, 10) : 0;
        bool is_number = words == 2 && *end == '\0' && amount > 0 && amount < INT64_C(1000000000000);
        if (words == 3 && strcmp(command, "connect") == 0)
            connect_to(first, second);
        else if (words == 1 && strcmp(command, "options") == 0 && connection >= 0)
            tell_options();
        else if (is_number && (strcmp(command, "warm") == 0 || strcmp(command, "record") == 0 || strcmp(command, "check") == 0))
            send_as(command, amount);
        else
            fail("this is no command: %s", line);
        if (fflush(stdout) != 0)
            fail_errno("answering");
    }
}

/* ---- the program ---- */

static void pin_to(const char *text)
{
    char *end;
    long cpu = strtol(text, &end, 10);
    cpu_set_t set;
    CPU_ZERO(&set);
    if (*text == '\0' || *end != '\0' || cpu < 0 || cpu >= CPU_SETSIZE)
        fail("--cpu: '%s' is no processor", text);
    CPU_SET((size_t)cpu, &set);
    if (sched_setaffinity(0, sizeof set, &set) != 0)
        fail("cannot pin to processor %ld: %s", cpu, strerror(errno));
}

static void wait_as(const char *text)
{
    double microseconds;
    char rest;
    bool polls = sscanf(text, "poll:%lfus%c", &microseconds, &rest) == 1;
    yields = !polls && sscanf(text, "yield:%lfus%c", &microseconds, &rest) == 1;
    if (polls || yields)
        poll_limit = (int64_t)(microseconds * 1000);
    else if (strcmp(text, "block") != 0)
        fail("--wait: '%s' is none of block, poll:200us and yield:200us", text);
}

static void list(void)
{
    printf("filetransfer-reference\t%d\t%s %s, %s\n", PROTOCOL,
#ifdef __clang__
        "clang", __clang_version__,
#else
        "gcc", __VERSION__,
#endif
#ifdef WITH_IO_URING
        "with liburing"
#else
        "without liburing"
#endif
    );
    for (size_t index = 0; index < sizeof ways / sizeof *ways; index++)
        printf("%s\t%s\t%s\t%s\n", ways[index].id, ways[index].counterpart, ways[index].mechanism, refusal(&ways[index]));
}

static _Noreturn void usage(void)
{
    fputs("usage: reference list\n"
          "       reference send WAY FILE [--cpu N] [--congestion-control NAME] [--no-delay on|off]\n"
          "                               [--wait block|poll:200us|yield:200us] [--keep REQUEST]\n"
          "'filetransfer bench --native reference' runs it\n", stderr);
    exit(2);
}

static void read_options(int argument_count, char **arguments)
{
    for (int index = 4; index < argument_count; index += 2)
    {
        const char *name = arguments[index], *value = index + 1 < argument_count ? arguments[index + 1] : NULL;
        if (value == NULL)
            usage();
        else if (strcmp(name, "--cpu") == 0)
            pin_to(value);
        else if (strcmp(name, "--congestion-control") == 0)
            congestion = value;
        else if (strcmp(name, "--wait") == 0)
            wait_as(value);
        else if (strcmp(name, "--keep") == 0)
            keep = value;
        else if (strcmp(name, "--no-delay") == 0 && (strcmp(value, "on") == 0 || strcmp(value, "off") == 0))
            no_delay = strcmp(value, "on") == 0;
        else
            usage();
    }
}

static void prepare(const char *id)
{
    for (size_t index = 0; index < sizeof ways / sizeof *ways && way == NULL; index++)
        way = strcmp(ways[index].id, id) == 0 ? &ways[index] : NULL;
    if (way == NULL)
        fail("there is no way '%s'; 'reference list' shows all", id);
    if (*refusal(way) != '\0')
        fail("%s", refusal(way));
    file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        fail("%s cannot be opened: %s", path, strerror(errno));
    length = lseek(file, 0, SEEK_END);
    close(file);
    file = -1;
    void *memory;
    if (posix_memalign(&memory, PAGE, PAGE + LARGEST_BUFFER) != 0)
        fail("no memory");
    memset(memory, 0, PAGE + LARGEST_BUFFER);
    buffer = (char *)memory + BUFFER_OFFSET;
    if (way->send == splice_file && (pipe2(pipe_ends, O_CLOEXEC) != 0 || fcntl(pipe_ends[1], F_SETPIPE_SZ, PIPE_SIZE) < 0))
        fail_errno("making a pipe of 1 MiB");
}

int main(int argument_count, char **arguments)
{
    if (argument_count == 2 && strcmp(arguments[1], "list") == 0)
    {
        list();
        return 0;
    }
    if (argument_count < 4 || strcmp(arguments[1], "send") != 0)
        usage();
    path = arguments[3];
    read_options(argument_count, arguments);
    /* The harness decides when it ends: a terminal sends its signals to every process in the foreground. */
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    /* Only root may; the other senders try it as well. */
    (void)setpriority(PRIO_PROCESS, 0, HIGH_PRIORITY);
    prepare(arguments[2]);
    serve_commands();
    return 0;
}
