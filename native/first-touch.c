/*
 * What a page of memory costs when it is touched for the first time (docs/findings.md).
 *
 *   scripts/first-touch.sh
 *
 * Prints the time of a page that is new, that was touched before, that MADV_POPULATE_WRITE has handed out, and of a huge one. Linux only.
 * A failed call ends it with exit code 1.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23 /* Linux 5.14 */
#endif

enum { TURNS = 9 };

static const size_t BYTES = (size_t)100 << 20;

static size_t page;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static char *map(void)
{
    void *memory = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
    {
        perror("mmap");
        exit(1);
    }
    return memory;
}

static void advise(char *memory, int advice)
{
    if (madvise(memory, BYTES, advice) != 0)
    {
        perror("madvise");
        exit(1);
    }
}

/* Writes to every page; nanoseconds for each of them. */
static double touch(char *memory)
{
    double start = now();
    for (size_t i = 0; i < BYTES; i += page)
    {
        ((volatile char *)memory)[i] = 1;
    }
    return (now() - start) / (double)(BYTES / page);
}

static int compare(const void *one, const void *other)
{
    double difference = *(const double *)one - *(const double *)other;
    return (difference > 0) - (difference < 0);
}

static void print(const char *what, double *times)
{
    qsort(times, TURNS, sizeof *times, compare);
    printf("%-52s %6.0f ns\n", what, times[TURNS / 2]);
}

int main(void)
{
    double fresh[TURNS], again[TURNS], populated[TURNS], after[TURNS], huge[TURNS];
    page = (size_t)sysconf(_SC_PAGESIZE);
    for (int turn = 0; turn < TURNS; turn++)
    {
        char *memory = map();
        fresh[turn] = touch(memory);
        again[turn] = touch(memory);
        munmap(memory, BYTES);

        memory = map();
        double start = now();
        advise(memory, MADV_POPULATE_WRITE);
        populated[turn] = (now() - start) / (double)(BYTES / page);
        after[turn] = touch(memory);
        munmap(memory, BYTES);

        memory = map();
        advise(memory, MADV_HUGEPAGE);
        huge[turn] = touch(memory);
        munmap(memory, BYTES);
    }

    printf("a page of %zu bytes, of 100 MiB, by one thread: median of %d turns\n", page, TURNS);
    print("new memory, touched for the first time", fresh);
    print("... and once more", again);
    print("new memory, handed out by MADV_POPULATE_WRITE", populated);
    print("... and touched for the first time", after);
    print("new memory with MADV_HUGEPAGE, touched", huge);
    return 0;
}
