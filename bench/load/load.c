/*
 * load: a lean HTTP/1.1 load generator.
 *
 * One thread, one epoll, a fixed set of connections to 127.0.0.1. Each
 * connection is opened and served one request before the clock starts, so a
 * run measures requests and not connection set-up. Without a rate the loop is
 * closed: a connection sends its next batch when the last one is answered.
 * With a rate, batches are due at fixed instants and latency counts from the
 * instant a batch was due, so a stalled server cannot hide its stall.
 *
 * When the time is over nothing more is sent, what is under way is awaited for
 * two seconds at most, and one line is printed. The program always ends by
 * itself.
 *
 * With -s it works hand in hand with a runner: it prints "ready", waits for a
 * line, runs, prints the result and waits for the end of its input before it
 * closes the connections. The runner can so read the server's CPU time
 * exactly before and after.
 *
 * usage: load -p port [-c connections] [-t seconds] [-k kind] [-d depth]
 *             [-r requests-per-second] [-u path] [-H 'Name: value']...
 *             [-b file-with-the-body-to-send] [-e file-with-the-expected-body] [-s]
 */
#define _GNU_SOURCE
#include "histogram.h"
#include "request.h"
#include "response.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
	MAX_EVENTS = 512,
	MAX_HEADERS = 128,
	MAX_BODY = 64 * 1024,
	OPEN_AT_ONCE = 128,
	BUFFER_SIZE = 512 * 1024,
};

static const int64_t second = 1000000000;
static const int64_t drain_time = 2000000000;

struct connection {
	int fd;
	int waiting;      /* responses of the current batch still to come */
	int64_t started;  /* when the batch was sent, or was due */
	char *partial;    /* the beginning of a response that is not whole yet */
	size_t partial_size;
	size_t body_left; /* of a large body, which is compared as it arrives */
};

struct load {
	struct request_options request_options;
	struct request request;
	struct expectation expectation;
	struct histogram latency;
	int connection_count;
	double seconds;
	double rate;
	bool synchronised;

	struct connection *connections;
	int *idle; /* with a rate: a stack of connections without a batch */
	int idle_count;
	int busy;  /* connections with a batch under way */
	int epoll;
	char *buffer;

	int64_t deadline;
	uint64_t responses;
	uint64_t in_time; /* responses before the deadline */
	uint64_t errors;
};

static int64_t now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * second + t.tv_nsec;
}

static double cpu_seconds(void)
{
	struct rusage u;
	getrusage(RUSAGE_SELF, &u);
	return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) + (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
}

static void die(const char *what)
{
	perror(what);
	exit(1);
}

static int dial(int port)
{
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	if (fd < 0)
		die("socket");
	struct sockaddr_in address = {
		.sin_family = AF_INET,
		.sin_port = htons(port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};
	int on = 1;
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
	/* A reset instead of TIME_WAIT: short runs follow each other and must not run out of ports. */
	struct linger reset = {.l_onoff = 1, .l_linger = 0};
	setsockopt(fd, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
	struct timeval patience = {.tv_sec = 10};
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
	if (connect(fd, (struct sockaddr *)&address, sizeof address) < 0)
		die("connect");
	return fd;
}

/* Opens a connection and sends one request. */
static void open_one(struct load *l, struct connection *c)
{
	c->fd = dial(l->request_options.port);
	/* A batch is sent in one piece or not at all. */
	int room = (int)l->request.size;
	if (room > 16 * 1024 && setsockopt(c->fd, SOL_SOCKET, SO_SNDBUF, &room, sizeof room) < 0)
		die("SO_SNDBUF");
	if (send(c->fd, l->request.bytes, l->request.one, MSG_NOSIGNAL) != (ssize_t)l->request.one)
		die("first request: send");
	struct epoll_event event = {
		.events = EPOLLIN | EPOLLRDHUP | EPOLLET,
		.data.ptr = c,
	};
	if (epoll_ctl(l->epoll, EPOLL_CTL_ADD, c->fd, &event) < 0)
		die("epoll_ctl");
}

/* How much of a response is kept until it is whole; what is larger is compared piece by piece. */
enum { WHOLE_SIZE = BUFFER_SIZE / 2 };

/* Waits for the rest of a large body. */
static void first_body(struct load *l, int fd, size_t have)
{
	while (have < l->expectation.head_size + l->expectation.body_size) {
		ssize_t n = recv(fd, l->buffer, BUFFER_SIZE, 0);
		if (n <= 0) {
			fprintf(stderr, "first request: no whole answer\n");
			exit(1);
		}
		have += (size_t)n;
	}
}

/* Waits for the answer to the request that open_one sent. */
static void first_answer(struct load *l, int fd)
{
	size_t got = 0;
	long size = RESPONSE_PARTIAL;
	while (size == RESPONSE_PARTIAL) {
		ssize_t n = recv(fd, l->buffer + got, BUFFER_SIZE - got, 0);
		if (n <= 0) {
			fprintf(stderr, "first request: no answer\n");
			exit(1);
		}
		got += (size_t)n;
		size = response_check(&l->expectation, l->buffer, got);
		if (size == RESPONSE_PARTIAL && l->expectation.head_size > 0 && l->expectation.body_size > WHOLE_SIZE) {
			first_body(l, fd, got);
			return;
		}
	}
	if (size != (long)got) {
		fprintf(stderr, "first request: wrong answer: %.*s\n", (int)(got < 400 ? got : 400), l->buffer);
		exit(1);
	}
}

static void open_connections(struct load *l)
{
	l->epoll = epoll_create1(0);
	l->buffer = malloc(BUFFER_SIZE);
	l->connections = calloc((size_t)l->connection_count, sizeof *l->connections);
	l->idle = calloc((size_t)l->connection_count, sizeof *l->idle);
	if (l->epoll < 0 || l->buffer == NULL || l->connections == NULL || l->idle == NULL)
		die("set-up");
	/* In groups, so that a busy machine costs one wait a group and not one a connection. */
	for (int first = 0; first < l->connection_count; first += OPEN_AT_ONCE) {
		int end = first + OPEN_AT_ONCE;
		if (end > l->connection_count)
			end = l->connection_count;
		for (int i = first; i < end; i++)
			open_one(l, &l->connections[i]);
		for (int i = first; i < end; i++) {
			first_answer(l, l->connections[i].fd);
			l->idle[l->idle_count++] = i;
		}
	}
}

/* Ends a connection that did something wrong. It is not replaced: the error count tells. */
static void fail(struct load *l, struct connection *c)
{
	l->errors++;
	if (c->waiting > 0)
		l->busy--;
	c->waiting = 0;
	close(c->fd);
	c->fd = -1;
}

static void send_batch(struct load *l, struct connection *c, int64_t started)
{
	c->started = started;
	c->waiting = l->request_options.depth;
	l->busy++;
	ssize_t n = send(c->fd, l->request.bytes, l->request.size, MSG_NOSIGNAL | MSG_DONTWAIT);
	if (n != (ssize_t)l->request.size)
		fail(l, c);
}

static void batch_done(struct load *l, struct connection *c)
{
	int64_t t = now();
	histogram_add(&l->latency, t - c->started);
	l->responses += (uint64_t)l->request_options.depth;
	l->busy--;
	if (t < l->deadline)
		l->in_time += (uint64_t)l->request_options.depth;
	if (l->rate > 0)
		l->idle[l->idle_count++] = (int)(c - l->connections);
	else if (t < l->deadline)
		send_batch(l, c, t);
}

/* Keeps the bytes of a response that is not whole yet. */
static bool keep(struct connection *c, const char *bytes, size_t n)
{
	c->partial_size = n;
	if (n == 0)
		return true;
	c->partial = realloc(c->partial, n);
	if (c->partial == NULL)
		return false;
	memcpy(c->partial, bytes, n);
	return true;
}

/* Compares the next piece of a large body. */
static void more_body(struct load *l, struct connection *c, const char *bytes, size_t n)
{
	const struct expectation *e = &l->expectation;
	if (n > c->body_left || memcmp(bytes, e->body + (e->body_size - c->body_left), n) != 0) {
		fail(l, c);
		return;
	}
	c->body_left -= n;
	if (c->body_left == 0 && --c->waiting == 0)
		batch_done(l, c);
}

/* Goes over to comparing piece by piece, if the head is there and the body is large. */
static bool begin_body(struct load *l, struct connection *c, const char *bytes, size_t n)
{
	const struct expectation *e = &l->expectation;
	if (e->body_size <= WHOLE_SIZE || e->head_size == 0 || n < e->head_size || memcmp(bytes, e->head, e->head_size) != 0)
		return false;
	c->partial_size = 0;
	c->body_left = e->body_size;
	more_body(l, c, bytes + e->head_size, n - e->head_size);
	return true;
}

/* Handles what one call brings. True means that there may be more and no further event tells. */
static bool receive(struct load *l, struct connection *c)
{
	if (c->fd < 0)
		return false;
	size_t have = c->partial_size;
	memcpy(l->buffer, c->partial ? c->partial : "", have);
	ssize_t n = recv(c->fd, l->buffer + have, BUFFER_SIZE - have, MSG_DONTWAIT);
	if (n < 0 && errno == EAGAIN)
		return false;
	if (n <= 0) {
		fail(l, c);
		return false;
	}
	bool full = have + (size_t)n == BUFFER_SIZE;
	if (c->body_left > 0) {
		more_body(l, c, l->buffer, (size_t)n);
		return full;
	}
	have += (size_t)n;
	size_t at = 0;
	while (at < have) {
		long size = response_check(&l->expectation, l->buffer + at, have - at);
		if (size == RESPONSE_PARTIAL && begin_body(l, c, l->buffer + at, have - at))
			return full;
		if (size == RESPONSE_PARTIAL)
			break;
		if (size == RESPONSE_WRONG || c->waiting == 0) {
			fail(l, c);
			return false;
		}
		at += (size_t)size;
		c->waiting--;
	}
	bool done = at > 0 && c->waiting == 0;
	if (!keep(c, l->buffer + at, have - at) || (done && at < have)) {
		fail(l, c); /* bytes that nobody asked for */
		return false;
	}
	if (done)
		batch_done(l, c);
	return full;
}

static void readable(struct load *l, struct connection *c, uint32_t events)
{
	while (receive(l, c))
		continue;
	/* The end of a connection that came together with data has no event of its own. */
	if (events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) {
		while (receive(l, c))
			continue;
	}
}

/* Sends every batch that is due; returns the instant of the next one. */
static int64_t send_due(struct load *l, int64_t next)
{
	int64_t gap = (int64_t)((double)second * l->request_options.depth / l->rate);
	int64_t t = now();
	while (next <= t && next < l->deadline && l->idle_count > 0) {
		struct connection *c = &l->connections[l->idle[--l->idle_count]];
		if (c->fd < 0)
			continue;
		send_batch(l, c, next);
		next += gap;
	}
	return next;
}

/* Waits for events, at most until the given instant. */
static int wait_until(struct load *l, struct epoll_event *events, int64_t until)
{
	int64_t left = until - now();
	if (left < 0)
		left = 0;
	struct timespec timeout = {.tv_sec = left / second, .tv_nsec = left % second};
	return epoll_pwait2(l->epoll, events, MAX_EVENTS, &timeout, NULL);
}

static void run(struct load *l)
{
	struct epoll_event events[MAX_EVENTS];
	int64_t start = now();
	int64_t next = start;
	l->deadline = start + (int64_t)(l->seconds * (double)second);
	if (l->rate == 0) {
		for (int i = 0; i < l->connection_count; i++)
			send_batch(l, &l->connections[i], now());
	}
	for (;;) {
		int64_t t = now();
		bool over = t >= l->deadline;
		if (over && (l->busy == 0 || t >= l->deadline + drain_time))
			break;
		if (l->rate == 0 && l->busy == 0)
			break; /* every connection failed */
		if (l->rate > 0)
			next = send_due(l, next);
		int64_t until = over ? l->deadline + drain_time : l->deadline;
		if (l->rate > 0 && l->idle_count > 0 && next < until)
			until = next;
		int n = wait_until(l, events, until);
		for (int i = 0; i < n; i++)
			readable(l, events[i].data.ptr, events[i].events);
	}
	l->errors += (uint64_t)(l->busy * l->request_options.depth); /* never answered */
}

static void report(const struct load *l, double cpu)
{
	double per_request = l->responses > 0 ? cpu * 1e6 / (double)l->responses : 0;
	printf("req=%lu err=%lu rps=%.0f p50=%.1f p99=%.1f p999=%.1f max=%.1f cpu=%.3f cpureq=%.2f body=%zu\n",
	       (unsigned long)l->responses, (unsigned long)l->errors, (double)l->in_time / l->seconds, histogram_quantile(&l->latency, 0.5),
	       histogram_quantile(&l->latency, 0.99), histogram_quantile(&l->latency, 0.999),
	       (double)l->latency.largest / 1e3, cpu, per_request, l->expectation.body_size);
	fflush(stdout);
}

static void usage(const char *message)
{
	fprintf(stderr, "load: %s\n", message);
	fprintf(stderr, "usage: load -p port [-c connections] [-t seconds] [-k kind] [-d depth] [-r rate]\n"
			"            [-u path] [-H 'Name: value']... [-b file] [-e file] [-s]\n");
	exit(2);
}

static void add_header(struct load *l, const char *header)
{
	static const char *headers[MAX_HEADERS];
	if (l->request_options.header_count == MAX_HEADERS)
		usage("too many headers");
	headers[l->request_options.header_count++] = header;
	l->request_options.headers = headers;
}

/* Reads the file with the body that requests send. */
static void read_body(struct load *l, const char *path)
{
	static char body[MAX_BODY];
	FILE *file = fopen(path, "rb");
	if (file == NULL)
		die(path);
	l->request_options.body = body;
	l->request_options.body_size = fread(body, 1, sizeof body, file);
	if (ferror(file) || fgetc(file) != EOF)
		usage("want a body of at most 64 KiB");
	fclose(file);
}

static void set_option(struct load *l, int option, const char *value)
{
	switch (option) {
	case 'p':
		l->request_options.port = atoi(value);
		break;
	case 'c':
		l->connection_count = atoi(value);
		break;
	case 't':
		l->seconds = atof(value);
		break;
	case 'k':
		l->request_options.kind = value;
		break;
	case 'd':
		l->request_options.depth = atoi(value);
		break;
	case 'r':
		l->rate = atof(value);
		break;
	case 'u':
		l->request_options.path = value;
		break;
	case 'H':
		add_header(l, value);
		break;
	case 'b':
		read_body(l, value);
		break;
	case 'e':
		if (expectation_load(&l->expectation, value) < 0)
			die(value);
		break;
	case 's':
		l->synchronised = true;
		break;
	default:
		usage("unknown option");
	}
}

int main(int argc, char **argv)
{
	static struct load l = {
		.request_options = {.kind = "get", .depth = 1},
		.connection_count = 64,
		.seconds = 1,
	};
	int option;
	while ((option = getopt(argc, argv, "p:c:t:k:d:r:u:H:b:e:s")) != -1)
		set_option(&l, option, optarg);
	if (l.request_options.port <= 0 || l.connection_count <= 0)
		usage("want a port and at least one connection");
	if (l.seconds <= 0 || l.seconds > 600 || l.rate < 0)
		usage("want between 0 and 600 seconds, and a rate of 0 or more");
	const char *problem = request_build(&l.request, &l.request_options);
	if (problem != NULL)
		usage(problem);

	alarm((unsigned)l.seconds + 60); /* whatever happens, this process ends */
	open_connections(&l);
	char line[16];
	if (l.synchronised) {
		puts("ready");
		fflush(stdout);
		if (fgets(line, sizeof line, stdin) == NULL)
			return 1;
	}
	double cpu = cpu_seconds();
	run(&l);
	report(&l, cpu_seconds() - cpu);
	while (l.synchronised && fgets(line, sizeof line, stdin) != NULL)
		continue;
	return 0;
}
