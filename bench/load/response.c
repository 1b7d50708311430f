#define _GNU_SOURCE
#include "response.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char status_line[] = "HTTP/1.1 200 ";

int expectation_load(struct expectation *e, const char *path)
{
	FILE *file = fopen(path, "rb");
	if (file == NULL)
		return -1;
	fseek(file, 0, SEEK_END);
	long size = ftell(file);
	rewind(file);
	e->body = malloc(size > 0 ? (size_t)size : 1);
	if (e->body == NULL || size < 0) {
		fclose(file);
		errno = ENOMEM;
		return -1;
	}
	e->body_size = fread(e->body, 1, (size_t)size, file);
	fclose(file);
	return 0;
}

/* The value of Content-Length, or -1 when the head has none or a strange one. */
static long content_length(const char *head, size_t n)
{
	static const char name[] = "content-length:";
	const char *end = head + n;
	const char *line = head;
	while (line < end) {
		const char *newline = memchr(line, '\n', (size_t)(end - line));
		if (newline == NULL)
			return -1;
		if ((size_t)(newline - line) > sizeof name - 1 && strncasecmp(line, name, sizeof name - 1) == 0) {
			char *rest;
			long value = strtol(line + sizeof name - 1, &rest, 10);
			return *rest == '\r' ? value : -1;
		}
		line = newline + 1;
	}
	return -1;
}

/* Learns the head (and the body, when none was given) of a good response. */
static long accept_head(struct expectation *e, const char *bytes, size_t n, size_t head)
{
	long length = content_length(bytes, head);
	if (length < 0 || memcmp(bytes, status_line, sizeof status_line - 1) != 0)
		return RESPONSE_WRONG;
	if (e->body == NULL) {
		if (n < head + (size_t)length)
			return RESPONSE_PARTIAL;
		e->body = malloc((size_t)length + 1);
		if (e->body == NULL)
			return RESPONSE_WRONG;
		memcpy(e->body, bytes + head, (size_t)length);
		e->body_size = (size_t)length;
	}
	if ((size_t)length != e->body_size)
		return RESPONSE_WRONG;
	memcpy(e->head, bytes, head);
	e->head_size = head;
	return (long)head;
}

long response_check(struct expectation *e, const char *bytes, size_t n)
{
	size_t head = e->head_size;
	if (head == 0 || n < head || memcmp(bytes, e->head, head) != 0) {
		const char *end = memmem(bytes, n, "\r\n\r\n", 4);
		if (end == NULL)
			return n < MAX_HEAD ? RESPONSE_PARTIAL : RESPONSE_WRONG;
		head = (size_t)(end + 4 - bytes);
		if (head > MAX_HEAD)
			return RESPONSE_WRONG;
		long accepted = accept_head(e, bytes, n, head);
		if (accepted <= 0)
			return accepted;
	}
	if (n < head + e->body_size)
		return RESPONSE_PARTIAL;
	if (memcmp(bytes + head, e->body, e->body_size) != 0)
		return RESPONSE_WRONG;
	return (long)(head + e->body_size);
}
