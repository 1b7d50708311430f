/*
 * histogram: latencies in log-linear buckets.
 *
 * The unit is a quarter of a microsecond. The first 64 buckets are one unit
 * wide; above them each power of two has 32 buckets, so a value is known to
 * about 3 %. Recording is an increment; nothing is sorted and nothing grows.
 */
#ifndef HISTOGRAM_H
#define HISTOGRAM_H

#include <stdint.h>

enum { HISTOGRAM_BUCKETS = 1024 };

struct histogram {
	uint64_t count[HISTOGRAM_BUCKETS];
	uint64_t total;
	int64_t largest; /* nanoseconds */
};

void histogram_add(struct histogram *h, int64_t nanoseconds);

/* The value, in microseconds, that the given share (0 to 1) of all values stays at or below. */
double histogram_quantile(const struct histogram *h, double share);

#endif
