#include "request.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	MAX_REQUEST = 128 * 1024,
};

struct kind {
	const char *name;
	const char *method;
	const char *path;
	const char *headers;
	bool body;
};

static const char browser[] =
	"User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0\r\n"
	"Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8\r\n"
	"Accept-Language: en-GB,en;q=0.5\r\n"
	"Accept-Encoding: gzip, deflate, br, zstd\r\n"
	"Cookie: session=0123456789abcdef0123456789abcdef; theme=dark\r\n"
	"Authorization: Bearer AAAAAAAAAAAAAAAAAAAA.BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB.CCCCCCCCCCCCCCCCCCCC\r\n"
	"X-Request-Id: 7b3f0c1e-55a1-4a3f-9a51-1b2c3d4e5f60\r\n"
	"Cache-Control: max-age=0\r\n"
	"Connection: keep-alive\r\n";

static const struct kind kinds[] = {
	{"get", "GET", "/", "", false},
	{"json", "GET", "/json", "", false},
	{"post", "POST", "/echo", "Content-Type: application/json\r\n", true},
	{"users", "GET", "/users/12345/posts?limit=10&offset=20", "", false},
	{"hdrs", "GET", "/users/12345/posts?limit=10&offset=20", browser, false},
};

static const struct kind *find_kind(const char *name)
{
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
		if (strcmp(kinds[i].name, name) == 0)
			return &kinds[i];
	}
	return NULL;
}

/* A JSON document of exactly BODY_SIZE bytes. */
static void write_body(char *to)
{
	static const char open[] = "{\"text\":\"";
	static const char close[] = "\"}";
	memset(to, 'a', BODY_SIZE);
	memcpy(to, open, sizeof open - 1);
	memcpy(to + BODY_SIZE - (sizeof close - 1), close, sizeof close - 1);
}

static size_t write_one(char *to, size_t room, const struct kind *kind, const struct request_options *o)
{
	FILE *out = fmemopen(to, room, "w");
	if (out == NULL)
		return 0;
	fprintf(out, "%s %s HTTP/1.1\r\n", kind->method, o->path ? o->path : kind->path);
	fprintf(out, "Host: 127.0.0.1:%d\r\n", o->port);
	fputs(kind->headers, out);
	if (kind->body)
		fprintf(out, "Content-Length: %zu\r\n", o->body ? o->body_size : (size_t)BODY_SIZE);
	for (int i = 0; i < o->header_count; i++)
		fprintf(out, "%s\r\n", o->headers[i]);
	fputs("\r\n", out);
	if (kind->body && o->body) {
		fwrite(o->body, 1, o->body_size, out);
	} else if (kind->body) {
		char body[BODY_SIZE];
		write_body(body);
		fwrite(body, 1, sizeof body, out);
	}
	fflush(out);
	long size = ftell(out);
	bool fits = !ferror(out) && size > 0 && (size_t)size < room;
	fclose(out);
	return fits ? (size_t)size : 0;
}

const char *request_build(struct request *r, const struct request_options *options)
{
	const struct kind *kind = find_kind(options->kind);
	if (kind == NULL)
		return "unknown kind: want get, json, post, users or hdrs";
	if (options->depth < 1)
		return "pipelining depth: want at least 1";

	char one[MAX_REQUEST];
	r->one = write_one(one, sizeof one, kind, options);
	if (r->one == 0)
		return "request does not fit into 128 KiB";
	r->size = r->one * (size_t)options->depth;
	r->bytes = malloc(r->size);
	if (r->bytes == NULL)
		return "out of memory";
	for (int i = 0; i < options->depth; i++)
		memcpy(r->bytes + (size_t)i * r->one, one, r->one);
	return NULL;
}
