/* A client and a server in C, whose own time is negligible.
 *
 *   ends serve [BYTES]                          an MCP server on stdin and stdout; results have BYTES bytes of text
 *   ends call CALLS IN_FLIGHT COMMAND [ARG]...  starts COMMAND and makes CALLS calls, IN_FLIGHT at a time
 *
 * `call` prints p50 and p99 in microseconds, and the calls per second. It exits with 1 if a response is an error.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define BUFFER (1 << 20)

static const char INITIALIZE_RESULT[] = "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}},"
                            "\"serverInfo\":{\"name\":\"echo\",\"version\":\"1\"}}";
static const char TOOLS[] = "{\"tools\":[{\"name\":\"echo\",\"description\":\"Repeats\",\"inputSchema\":{\"type\":\"object\","
                            "\"properties\":{\"text\":{\"type\":\"string\"}},\"required\":[\"text\"]}}]}";

static void fail(const char *why) {
    fprintf(stderr, "ends: %s\n", why);
    exit(1);
}

static void write_all(int fd, const char *data, size_t size) {
    while (size) {
        ssize_t count = write(fd, data, size);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) fail("the connection ended");
        data += count;
        size -= (size_t)count;
    }
}

/* Reader of lines. A line is valid until the next call of next_line. */
struct lines { int fd; char *data; size_t size, start, end; };

static char *next_line(struct lines *in, int wait) {
    size_t searched = in->start;
    for (;;) {
        char *stop = memchr(in->data + searched, '\n', in->end - searched);
        if (stop) {
            char *line = in->data + in->start;
            *stop = 0;
            in->start = (size_t)(stop + 1 - in->data);
            return line;
        }
        if (!wait) return NULL;
        searched = in->end;
        if (in->start) {
            memmove(in->data, in->data + in->start, in->end - in->start);
            in->end -= in->start;
            searched -= in->start;
            in->start = 0;
        }
        if (in->end == in->size) in->data = realloc(in->data, in->size *= 2);
        ssize_t count = read(in->fd, in->data + in->end, in->size - in->end);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return NULL;
        in->end += (size_t)count;
    }
}

static int serve(size_t bytes) {
    struct lines in = {0, malloc(BUFFER), BUFFER, 0, 0};
    size_t reserve = bytes + 4096, used = 0, size = 2 * reserve + BUFFER;
    char *out = malloc(size), *text = malloc(bytes + 1);
    memset(text, 'x', bytes);
    text[bytes] = 0;
    for (;;) {
        char *line = next_line(&in, 0);
        if (!line) { /* write the responses to all lines that were read */
            write_all(1, out, used);
            used = 0;
            if (!(line = next_line(&in, 1))) return 0;
        }
        char *id = strstr(line, "\"id\":");
        if (!id) continue;
        id += 5;
        int length = (int)strcspn(id, ",}");
        char *at = out + used;
        if (strstr(line, "\"tools/call\""))
            at += sprintf(at, "{\"jsonrpc\":\"2.0\",\"id\":%.*s,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"%s\"}],"
                              "\"isError\":false}}\n", length, id, text);
        else
            at += sprintf(at, "{\"jsonrpc\":\"2.0\",\"id\":%.*s,\"result\":%s}\n", length, id,
                          strstr(line, "\"initialize\"") ? INITIALIZE_RESULT : strstr(line, "\"tools/list\"") ? TOOLS : "{}");
        used = (size_t)(at - out);
        if (used + reserve > size) {
            write_all(1, out, used);
            used = 0;
        }
    }
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static char *answer(struct lines *in, int wait) {
    char *line;
    do line = next_line(in, wait);
    while (line && strstr(line, "\"method\""));
    if (line && !strstr(line, "\"result\"")) fail(line);
    if (!line && wait) fail("the connection ended");
    return line;
}

static void call(int fd, int first, int count) {
    char out[512 * 160];
    size_t used = 0;
    for (int id = first; id < first + count; id++)
        used += (size_t)sprintf(out + used, "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/call\",\"params\":"
                                            "{\"name\":\"echo\",\"arguments\":{\"text\":\"hello\"}}}\n", id);
    write_all(fd, out, used);
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int measure(int calls, int in_flight, char **command) {
    int to[2], from[2];
    if (in_flight < 1 || in_flight > 512 || calls < 1) fail("1 to 512 calls at a time");
    if (pipe(to) || pipe(from)) fail("no pipe");
    pid_t child = fork();
    if (child == 0) {
        dup2(to[0], 0);
        dup2(from[1], 1);
        close(to[0]), close(to[1]), close(from[0]), close(from[1]);
        execvp(command[0], command);
        _exit(127);
    }
    close(to[0]), close(from[1]);
    struct lines in = {from[0], malloc(BUFFER), BUFFER, 0, 0};
    static const char first[] =
        "{\"jsonrpc\":\"2.0\",\"id\":\"i\",\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\","
        "\"capabilities\":{},\"clientInfo\":{\"name\":\"bench\",\"version\":\"1\"}}}\n";
    static const char second[] = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n"
                                 "{\"jsonrpc\":\"2.0\",\"id\":\"l\",\"method\":\"tools/list\"}\n";
    write_all(to[1], first, sizeof first - 1);
    answer(&in, 1);
    write_all(to[1], second, sizeof second - 1);
    answer(&in, 1);

    int warm = calls < 2000 ? calls : 2000;
    double *sent = malloc(sizeof(double) * (size_t)(warm + calls)), *took = malloc(sizeof(double) * (size_t)calls);
    int requested = 0, received = 0, total = warm + calls;
    double began = now();
    while (received < total) {
        int more = in_flight - (requested - received);
        if (more > total - requested) more = total - requested;
        if (more > 0) {
            double at = now();
            for (int n = 0; n < more; n++) sent[requested + n] = at;
            call(to[1], requested, more);
            requested += more;
        }
        char *line = answer(&in, 1);
        do {
            int id = atoi(strstr(line, "\"id\":") + 5);
            double at = now();
            if (received == warm) began = at;
            if (received >= warm) took[received - warm] = at - sent[id];
            received++;
        } while ((line = answer(&in, 0)));
    }
    double rate = (calls - 1) / (now() - began);
    qsort(took, (size_t)calls, sizeof(double), compare);
    printf("%.1f %.1f %.0f\n", took[calls / 2] * 1e6, took[(int)(calls * 0.99)] * 1e6, rate);
    close(to[1]);
    waitpid(child, NULL, 0);
    return 0;
}

int main(int count, char **words) {
    if (count >= 2 && !strcmp(words[1], "serve")) return serve(count > 2 ? strtoul(words[2], NULL, 10) : 5);
    if (count >= 5 && !strcmp(words[1], "call")) return measure(atoi(words[2]), atoi(words[3]), words + 4);
    fail("usage: ends serve [BYTES] | ends call CALLS IN_FLIGHT COMMAND [ARG]...");
}
