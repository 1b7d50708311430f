/*
 * request: the bytes that a workload sends.
 *
 * A kind names a method, a path, headers and a body:
 *
 *   get    GET /
 *   json   GET /json
 *   post   POST /echo with a 1 KiB JSON body
 *   users  GET /users/12345/posts?limit=10&offset=20
 *   hdrs   the same with the nine further headers of a browser
 *
 * A path, further headers and another body can be given by hand. The pipelining depth says
 * how many copies make a batch; a batch is sent with one call.
 */
#ifndef REQUEST_H
#define REQUEST_H

#include <stddef.h>

enum { BODY_SIZE = 1024 };

struct request_options {
	const char *kind;
	const char *path; /* NULL: the path of the kind */
	const char *body; /* NULL: a document of BODY_SIZE bytes for kinds that send one */
	size_t body_size;
	const char **headers;
	int header_count;
	int port;
	int depth;
};

struct request {
	char *bytes; /* depth copies, one after the other */
	size_t one;  /* the size of one copy */
	size_t size; /* the size of all */
};

/* Fills r. Returns a message that says what is wrong, or NULL. */
const char *request_build(struct request *r, const struct request_options *options);

#endif
