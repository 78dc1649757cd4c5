/*
 * What the address of a buffer costs: the kernel copies between memory of a program and its own, and on some processors slowly when the
 * destination begins 1 to 15 bytes further into its page than the source into its own (docs/findings.md).
 *
 *   scripts/alignment.sh
 *
 * Prints the speed of read(2) of 64 KiB from the page cache for several distances, and the median time of a file over TCP on one processor
 * for several beginnings of the sender's and the receiver's buffer. Linux only. A failed call ends it with exit code 1.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PAGE = 4096, HEADER = 8, ANSWER = 16, READ = 64 << 10, FILE_LENGTH = 1 << 20, TRANSFERS = 300, BLOCKS = 9, READS = 100 };
enum way { COALESCED, HEADER_APART, SEND_FILE };

static const char *const way_names[] = { "header and payload in one send", "header apart, then send", "header apart, then sendfile" };

static void check(int64_t result, const char *doing)
{
    if (result < 0)
    {
        perror(doing);
        exit(1);
    }
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static int by_value(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static double median(double *values, size_t count)
{
    qsort(values, count, sizeof *values, by_value);
    return values[count / 2];
}

/* Pages of which each is there, so that no page fault is timed. */
static char *pages(size_t length)
{
    char *memory = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    if (memory == MAP_FAILED)
        check(-1, "mmap");
    return memory;
}

static void pin(void)
{
    cpu_set_t processors;
    check(sched_getaffinity(0, sizeof processors, &processors), "sched_getaffinity");
    size_t first = 0;
    while (!CPU_ISSET(first, &processors))
        first++;
    CPU_ZERO(&processors);
    CPU_SET(first, &processors);
    check(sched_setaffinity(0, sizeof processors, &processors), "sched_setaffinity");
}

static void show_reads(int file)
{
    static const int distances[] = { -64, -8, -1, 0, 1, 8, 15, 16, 24, 32, 64, 128 };
    char *memory = pages(READ + 4 * PAGE);
    printf("read(2) of 64 KiB from the page cache, GB/s, by the distance from source to destination within their pages\n");
    for (size_t i = 0; i < sizeof distances / sizeof *distances; i++)
    {
        double speeds[BLOCKS];
        for (int block = 0; block < BLOCKS; block++)
        {
            double start = now();
            for (int n = 0; n < READS; n++)
                check(pread(file, memory + PAGE + distances[i], READ, 0), "read");
            speeds[block] = READ * (double)READS / (now() - start) / 1e3;
        }
        printf("%6d: %5.1f\n", distances[i], median(speeds, BLOCKS));
    }
}

static void receive_all(int listener, int offset)
{
    int socket = accept(listener, NULL, NULL), one = 1;
    check(socket, "accept");
    check(setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one), "TCP_NODELAY");
    char *buffer = pages(FILE_LENGTH + PAGE), answer[ANSWER] = { 0 };
    for (;;)
    {
        for (int64_t got = 0; got < HEADER + FILE_LENGTH;)
        {
            ssize_t count = recv(socket, buffer + offset, FILE_LENGTH, 0);
            if (count <= 0)
                _exit(count < 0);
            got += count;
        }
        check(send(socket, answer, ANSWER, 0), "send");
    }
}

static void send_all(int socket, const char *bytes, int64_t count, int flags)
{
    for (int64_t sent = 0; sent < count;)
    {
        ssize_t moved = send(socket, bytes + sent, (size_t)(count - sent), flags);
        check(moved, "send");
        sent += moved;
    }
}

static void send_one(int socket, int file, enum way way, const char *buffer)
{
    static const char header[HEADER];
    if (way == COALESCED)
    {
        send_all(socket, buffer, HEADER + FILE_LENGTH, 0);
        return;
    }

    send_all(socket, header, HEADER, MSG_MORE);
    if (way == HEADER_APART)
        send_all(socket, buffer, FILE_LENGTH, 0);
    for (off_t offset = 0; way == SEND_FILE && offset < FILE_LENGTH;)
        check(sendfile(socket, file, &offset, (size_t)(FILE_LENGTH - offset)), "sendfile");
}

static double transfer(int file, enum way way, int sender_offset, int receiver_offset)
{
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t length = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM, 0), one = 1;
    check(listener, "socket");
    check(bind(listener, (void *)&address, length), "bind");
    check(listen(listener, 1), "listen");
    check(getsockname(listener, (void *)&address, &length), "getsockname");
    pid_t receiver = fork();
    check(receiver, "fork");
    if (receiver == 0)
        receive_all(listener, receiver_offset);
    int connection = socket(AF_INET, SOCK_STREAM, 0);
    check(setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one), "TCP_NODELAY");
    check(setsockopt(connection, IPPROTO_TCP, TCP_CONGESTION, "cubic", 5), "TCP_CONGESTION");
    check(connect(connection, (void *)&address, length), "connect");
    char *memory = pages(FILE_LENGTH + 2 * PAGE), answer[ANSWER];
    double times[TRANSFERS];
    for (int i = -TRANSFERS / 5; i < TRANSFERS; i++)
    {
        double start = now();
        send_one(connection, file, way, memory + sender_offset);
        for (size_t got = 0; got < ANSWER;)
        {
            ssize_t count = recv(connection, answer, ANSWER - got, 0);
            check(count > 0 ? count : -1, "recv");
            got += (size_t)count;
        }
        if (i >= 0)
            times[i] = now() - start;
    }
    close(connection);
    close(listener);
    munmap(memory, FILE_LENGTH + 2 * PAGE);
    waitpid(receiver, NULL, 0);
    return median(times, TRANSFERS);
}

int main(void)
{
    static const int offsets[] = { 0, 8, 16, 64, PAGE - HEADER };
    const size_t count = sizeof offsets / sizeof *offsets;
    FILE *temporary = tmpfile();
    if (temporary == NULL)
        check(-1, "tmpfile");
    int file = fileno(temporary);
    char *content = pages(FILE_LENGTH);
    check(pwrite(file, content, FILE_LENGTH, 0), "write");
    pin();
    show_reads(file);
    for (enum way way = COALESCED; way <= SEND_FILE; way++)
    {
        printf("\n1 MiB over TCP on one processor, %s: median of %d transfers in us\n", way_names[way], TRANSFERS);
        printf("%-28s", "begins in its page at");
        for (size_t receiver = 0; receiver < count; receiver++)
            printf("receiver %4d%s", offsets[receiver], receiver + 1 < count ? "  " : "\n");
        for (size_t sender = 0; sender < (way == SEND_FILE ? 1 : count); sender++)
        {
            if (way == SEND_FILE)
                printf("%-28s", "file");
            else
                printf("%s%-4d%17s", "sender ", offsets[sender], "");
            for (size_t receiver = 0; receiver < count; receiver++)
                printf("%13.0f%s", transfer(file, way, offsets[sender], offsets[receiver]), receiver + 1 < count ? "  " : "\n");
        }
    }
    return 0;
}
