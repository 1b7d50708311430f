/*
 * floor: the least a server can do to answer HTTP over TCP.
 *
 * One thread per core waits in epoll, receives a batch of requests, looks at
 * each just enough to tell the four routes apart, and sends the answers with
 * one system call. It has no router, no header table, no limits and no memory
 * of a connection, so what it costs is what the kernel costs. Every other
 * candidate is compared with it.
 *
 * It is not a web server. A request has to arrive whole: the load generator
 * sends each batch with one call, and on loopback it does arrive whole. A
 * connection that breaks this rule is closed, which the generator counts as
 * an error.
 *
 * usage: floor -p port -t threads -j file-with-the-json-body
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
	MAX_EVENTS = 256,
	IN_SIZE = 64 * 1024,
	OUT_SIZE = 256 * 1024,
	MAX_RESPONSE = 4096,
	BACKLOG = 4096,
};

struct text {
	char bytes[MAX_RESPONSE];
	size_t length;
};

struct settings {
	int port;
	int threads;
	struct text json;
};

/* A worker is one thread: its own listener, its own epoll, its own buffers. */
struct worker {
	const struct settings *settings;
	int listener;
	int epoll;
	time_t second;
	struct text hello;  /* whole responses, made anew once a second */
	struct text json;
	struct text prefix; /* a text response up to the value of Content-Length */
	char in[IN_SIZE];
	char out[OUT_SIZE];
	size_t out_length;
};

static void die(const char *what)
{
	perror(what);
	exit(1);
}

/* Renders the parts of the responses that change only with the Date. */
static void refresh(struct worker *w)
{
	time_t now = time(NULL);
	if (now == w->second)
		return;
	w->second = now;

	struct tm utc;
	char date[64];
	gmtime_r(&now, &utc);
	strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S GMT", &utc);

	const char *head = "HTTP/1.1 200 OK\r\nServer: floor\r\nDate: %s\r\n"
			   "Content-Type: %s\r\nContent-Length: ";
	const char *plain = "text/plain; charset=utf-8";
	const char *hello = "Hello, World!";

	w->prefix.length = snprintf(w->prefix.bytes, MAX_RESPONSE, head, date, plain);
	w->hello.length = snprintf(w->hello.bytes, MAX_RESPONSE, "%s%zu\r\n\r\n%s",
				   w->prefix.bytes, strlen(hello), hello);

	const struct text *body = &w->settings->json;
	size_t n = snprintf(w->json.bytes, MAX_RESPONSE, head, date, "application/json");
	n += snprintf(w->json.bytes + n, MAX_RESPONSE - n, "%zu\r\n\r\n", body->length);
	memcpy(w->json.bytes + n, body->bytes, body->length);
	w->json.length = n + body->length;
}

/* Sends what is waiting. False means that the connection is beyond use. */
static bool flush(struct worker *w, int fd)
{
	if (w->out_length == 0)
		return true;
	ssize_t n = send(fd, w->out, w->out_length, MSG_NOSIGNAL | MSG_DONTWAIT);
	bool whole = n == (ssize_t)w->out_length;
	w->out_length = 0;
	return whole;
}

static void put(struct worker *w, const char *bytes, size_t length)
{
	memcpy(w->out + w->out_length, bytes, length);
	w->out_length += length;
}

/* Writes value in decimal to the end of digits and returns where it begins. */
static size_t decimal(char digits[24], size_t value)
{
	size_t at = 24;
	do {
		digits[--at] = '0' + value % 10;
		value /= 10;
	} while (value > 0);
	return at;
}

static void put_text(struct worker *w, const char *body, size_t length)
{
	char digits[24];
	size_t first = decimal(digits, length);
	put(w, w->prefix.bytes, w->prefix.length);
	put(w, digits + first, sizeof digits - first);
	put(w, "\r\n\r\n", 4);
	put(w, body, length);
}

static bool starts_with(const char *bytes, size_t n, const char *prefix)
{
	size_t length = strlen(prefix);
	return n >= length && memcmp(bytes, prefix, length) == 0;
}

static size_t content_length(const char *head, size_t n)
{
	static const char name[] = "\r\nContent-Length:";
	for (size_t i = 0; i + sizeof name < n; i++) {
		if (head[i] == '\r' && strncasecmp(head + i, name, sizeof name - 1) == 0)
			return strtoul(head + i + sizeof name - 1, NULL, 10);
	}
	return 0;
}

/* Appends the bytes of from that come before any of the stop characters. */
static size_t append_until(char *to, size_t at, const char *from, const char *stop)
{
	size_t n = strcspn(from, stop);
	if (n > 64)
		n = 64;
	memcpy(to + at, from, n);
	return at + n;
}

/* GET /users/{id}/posts?limit={limit}&offset={offset}; head ends with a blank line. */
static void put_posts(struct worker *w, const char *head, size_t n)
{
	char body[256];
	size_t length = 0;
	const char *id = head + strlen("GET /users/");
	const char *limit = memmem(head, n, "limit=", 6);
	const char *offset = memmem(head, n, "offset=", 7);

	memcpy(body, "user ", 5);
	length = append_until(body, 5, id, "/ ");
	memcpy(body + length, " limit ", 7);
	length = append_until(body, length + 7, limit ? limit + 6 : "", "& ");
	memcpy(body + length, " offset ", 8);
	length = append_until(body, length + 8, offset ? offset + 7 : "", "& ");
	put_text(w, body, length);
}

/* Answers the first request in the n bytes and returns its size, or 0 when it is not whole. */
static size_t answer(struct worker *w, const char *request, size_t n)
{
	const char *end = memmem(request, n, "\r\n\r\n", 4);
	if (end == NULL)
		return 0;
	size_t head = end + 4 - request;

	if (starts_with(request, n, "POST ")) {
		size_t body = content_length(request, head);
		if (body > n - head)
			return 0;
		char digits[24];
		size_t first = decimal(digits, body);
		put_text(w, digits + first, sizeof digits - first);
		return head + body;
	}
	if (starts_with(request, n, "GET /json"))
		put(w, w->json.bytes, w->json.length);
	else if (starts_with(request, n, "GET /users/"))
		put_posts(w, request, head);
	else
		put(w, w->hello.bytes, w->hello.length);
	return head;
}

/* Answers everything that one receive brings. False means close. */
static bool serve(struct worker *w, int fd)
{
	ssize_t n = recv(fd, w->in, sizeof w->in - 1, MSG_DONTWAIT);
	if (n < 0)
		return errno == EAGAIN;
	if (n == 0)
		return false;
	w->in[n] = '\0';

	size_t at = 0;
	while (at < (size_t)n) {
		size_t used = answer(w, w->in + at, n - at);
		if (used == 0) {
			w->out_length = 0;
			return false;
		}
		at += used;
		if (w->out_length + MAX_RESPONSE > OUT_SIZE && !flush(w, fd))
			return false;
	}
	return flush(w, fd);
}

static void accept_all(struct worker *w)
{
	for (;;) {
		int fd = accept4(w->listener, NULL, NULL, SOCK_NONBLOCK);
		if (fd < 0)
			return;
		int on = 1;
		setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
		struct epoll_event event = {
			.events = EPOLLIN | EPOLLRDHUP | EPOLLET,
			.data.fd = fd,
		};
		if (epoll_ctl(w->epoll, EPOLL_CTL_ADD, fd, &event) < 0)
			close(fd);
	}
}

static int listen_on(int port)
{
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
	if (fd < 0)
		die("socket");
	int on = 1;
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
	setsockopt(fd, SOL_SOCKET, SO_REUSEPORT, &on, sizeof on);
	struct sockaddr_in address = {
		.sin_family = AF_INET,
		.sin_port = htons(port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};
	if (bind(fd, (struct sockaddr *)&address, sizeof address) < 0)
		die("bind");
	if (listen(fd, BACKLOG) < 0)
		die("listen");
	return fd;
}

static void *work(void *argument)
{
	struct worker *w = argument;
	struct epoll_event events[MAX_EVENTS];
	for (;;) {
		int n = epoll_wait(w->epoll, events, MAX_EVENTS, -1);
		refresh(w);
		for (int i = 0; i < n; i++) {
			int fd = events[i].data.fd;
			if (fd == w->listener) {
				accept_all(w);
				continue;
			}
			/* A client that has closed its half still gets its answers. */
			bool usable = serve(w, fd);
			if (!usable || (events[i].events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)))
				close(fd);
		}
	}
	return NULL;
}

static struct worker *new_worker(const struct settings *settings)
{
	struct worker *w = calloc(1, sizeof *w);
	if (w == NULL)
		die("calloc");
	w->settings = settings;
	w->listener = listen_on(settings->port);
	w->epoll = epoll_create1(0);
	if (w->epoll < 0)
		die("epoll_create1");
	struct epoll_event event = {
		.events = EPOLLIN,
		.data.fd = w->listener,
	};
	if (epoll_ctl(w->epoll, EPOLL_CTL_ADD, w->listener, &event) < 0)
		die("epoll_ctl");
	return w;
}

static void read_json(struct settings *settings, const char *path)
{
	FILE *file = fopen(path, "rb");
	if (file == NULL)
		die(path);
	settings->json.length = fread(settings->json.bytes, 1, MAX_RESPONSE / 2, file);
	fclose(file);
}

int main(int argc, char **argv)
{
	static struct settings settings = {.threads = 1};
	int option;
	while ((option = getopt(argc, argv, "p:t:j:")) != -1) {
		switch (option) {
		case 'p':
			settings.port = atoi(optarg);
			break;
		case 't':
			settings.threads = atoi(optarg);
			break;
		case 'j':
			read_json(&settings, optarg);
			break;
		default:
			fprintf(stderr, "usage: floor -p port -t threads -j file\n");
			return 2;
		}
	}
	for (int i = 1; i < settings.threads; i++) {
		pthread_t thread;
		if (pthread_create(&thread, NULL, work, new_worker(&settings)) != 0)
			die("pthread_create");
	}
	work(new_worker(&settings));
	return 0;
}
