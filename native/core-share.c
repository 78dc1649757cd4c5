/*
 * How much of its core a virtual machine gets, second by second (docs/findings.md).
 *
 *   scripts/core-share.sh [SECONDS]
 *
 * A neighbour on the other hyperthread of the core slows down work that needs the units which both share: a copy within the L1 cache.
 * It hardly slows down work that waits for itself: multiplications of which each needs the one before. No counter of the guest tells of
 * it. Prints medians of five seconds, and the time that the hypervisor took away meanwhile. Linux only; a failed call ends it with exit
 * code 1.
 */
#define _GNU_SOURCE
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { LENGTH = 8 << 10, COPIES = 4000, MULTIPLICATIONS = 200000, CALLS = 1000, MOST = 1000, INTERVAL = 5, PAUSE = 30000 };

static char from[LENGTH] __attribute__((aligned(4096)));
static char to[LENGTH] __attribute__((aligned(4096)));
static volatile uint64_t product = 1;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* Nanoseconds of one copy of LENGTH bytes. */
static double copy(void)
{
    double start = now();
    for (int i = 0; i < COPIES; i++)
    {
        memcpy(to, from, LENGTH);
        __asm__ volatile("" ::: "memory"); /* or the compiler leaves out all copies but one */
    }
    return (now() - start) / COPIES;
}

/* Nanoseconds of one multiplication and addition. */
static double multiply(void)
{
    double start = now();
    uint64_t value = product;
    for (int i = 0; i < MULTIPLICATIONS; i++)
    {
        value = value * 6364136223846793005u + 1442695040888963407u;
        __asm__ volatile("" : "+r"(value));
    }
    product = value;
    return (now() - start) / MULTIPLICATIONS;
}

/* Nanoseconds of one system call. */
static double call(void)
{
    double start = now();
    for (int i = 0; i < CALLS; i++)
    {
        syscall(SYS_getppid);
    }
    return (now() - start) / CALLS;
}

/* Seconds that the hypervisor has taken away from all processors: the eighth number of the first line of /proc/stat. */
static double stolen(void)
{
    unsigned long long steal = 0;
    FILE *file = fopen("/proc/stat", "r");
    if (file == NULL || fscanf(file, "cpu %*u %*u %*u %*u %*u %*u %*u %llu", &steal) != 1)
    {
        perror("/proc/stat");
        exit(1);
    }
    fclose(file);
    return (double)steal / (double)sysconf(_SC_CLK_TCK);
}

static int compare(const void *one, const void *other)
{
    double difference = *(const double *)one - *(const double *)other;
    return (difference > 0) - (difference < 0);
}

static double median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, compare);
    return values[count / 2];
}

int main(int count, char **arguments)
{
    int seconds = count > 1 ? atoi(arguments[1]) : 300;
    static double copies[MOST], multiplications[MOST], calls[MOST];
    memset(from, 1, LENGTH);
    memset(to, 0, LENGTH);
    printf("medians of %d seconds, on processor %d\n", INTERVAL, sched_getcpu());
    printf("%7s %17s %18s %12s %8s\n", "second", "copy of 8 KiB, ns", "multiplication, ns", "getppid, ns", "steal, s");
    double start = now();
    for (int second = 0; second < seconds; second += INTERVAL)
    {
        int turns = 0;
        double steal = stolen();
        while (now() - start < (second + INTERVAL) * 1e9 && turns < MOST)
        {
            copies[turns] = copy();
            multiplications[turns] = multiply();
            calls[turns] = call();
            turns++;
            usleep(PAUSE);
        }
        printf("%7d %17.0f %18.2f %12.0f %8.2f\n", second, median(copies, turns), median(multiplications, turns), median(calls, turns),
               stolen() - steal);
        fflush(stdout);
    }
    return 0;
}
