#include "histogram.h"

enum {
	UNIT = 250, /* nanoseconds */
	LINEAR = 64,
	PER_DOUBLING = 32,
};

static int bucket_of(int64_t nanoseconds)
{
	uint64_t value = nanoseconds < 0 ? 0 : (uint64_t)nanoseconds / UNIT;
	if (value < LINEAR)
		return (int)value;
	/* Shift until 32 <= value < 64: the shift names the doubling, the rest the bucket in it. */
	int shift = 63 - __builtin_clzll(value) - 5;
	int bucket = LINEAR + (shift - 1) * PER_DOUBLING + (int)(value >> shift) - PER_DOUBLING;
	return bucket < HISTOGRAM_BUCKETS ? bucket : HISTOGRAM_BUCKETS - 1;
}

/* The lower edge of a bucket, in microseconds. */
static double edge_of(int bucket)
{
	if (bucket < LINEAR)
		return bucket * (UNIT / 1000.0);
	int shift = (bucket - LINEAR) / PER_DOUBLING + 1;
	uint64_t value = PER_DOUBLING + (uint64_t)(bucket - LINEAR) % PER_DOUBLING;
	return (double)(value << shift) * (UNIT / 1000.0);
}

void histogram_add(struct histogram *h, int64_t nanoseconds)
{
	h->count[bucket_of(nanoseconds)]++;
	h->total++;
	if (nanoseconds > h->largest)
		h->largest = nanoseconds;
}

double histogram_quantile(const struct histogram *h, double share)
{
	uint64_t seen = 0;
	for (int i = 0; i < HISTOGRAM_BUCKETS; i++) {
		seen += h->count[i];
		if (seen > 0 && (double)seen >= share * (double)h->total)
			return edge_of(i);
	}
	return 0;
}
