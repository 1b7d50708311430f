/*
 * response: is this the answer that was asked for?
 *
 * Every response of a run is checked: the status is 200, Content-Length is
 * there and right, and the body is equal to the expected one byte for byte. A
 * head that is equal to the last good one needs no second look, which makes
 * the check two comparisons for all but one response a second (the Date).
 */
#ifndef RESPONSE_H
#define RESPONSE_H

#include <stddef.h>

enum {
	MAX_HEAD = 8 * 1024,
	RESPONSE_PARTIAL = 0,
	RESPONSE_WRONG = -1,
};

struct expectation {
	char *body; /* NULL until known: the first response then teaches it */
	size_t body_size;
	char head[MAX_HEAD]; /* the last good head */
	size_t head_size;
};

/* Loads the expected body. Returns 0, or -1 with errno set. */
int expectation_load(struct expectation *e, const char *path);

/*
 * Looks at the response at the start of n bytes: its size when it is whole
 * and right, RESPONSE_PARTIAL when more bytes are needed, RESPONSE_WRONG
 * when it is not what was expected.
 */
long response_check(struct expectation *e, const char *bytes, size_t n);

#endif
