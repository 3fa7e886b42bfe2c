// The functions of libsystemd that are used here, found when the first of them is called.
//
// Linking the library would load it and the six that it needs (compression, cryptography) with every command, and one that only
// the daemon calls would be needed to run the program at all. So each function has a namesake here that passes the call on.
// Without the library they fail with -ENOSYS, or have nothing to give. The namesakes are hidden: libraries that use libsystemd
// themselves get the real ones.
#include "CSystemd.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>

#define LIBRARY "libsystemd.so.0"
#define HIDDEN __attribute__((visibility("hidden")))

// F(result, when it is missing, name, (parameters), (arguments))
#define FUNCTIONS(F)                                                                                                     \
  F(int, -ENOSYS, sd_bus_new, (sd_bus **bus), (bus))                                                                     \
  F(int, -ENOSYS, sd_bus_set_address, (sd_bus *bus, const char *address), (bus, address))                                \
  F(int, -ENOSYS, sd_bus_set_bus_client, (sd_bus *bus, int on), (bus, on))                                               \
  F(int, -ENOSYS, sd_bus_set_exit_on_disconnect, (sd_bus *bus, int on), (bus, on))                                       \
  F(int, -ENOSYS, sd_bus_negotiate_fds, (sd_bus *bus, int on), (bus, on))                                                \
  F(int, -ENOSYS, sd_bus_start, (sd_bus *bus), (bus))                                                                    \
  F(sd_bus *, NULL, sd_bus_close_unref, (sd_bus *bus), (bus))                                                            \
  F(int, -ENOSYS, sd_bus_get_fd, (sd_bus *bus), (bus))                                                                   \
  F(int, -ENOSYS, sd_bus_get_events, (sd_bus *bus), (bus))                                                               \
  F(int, -ENOSYS, sd_bus_get_timeout, (sd_bus *bus, uint64_t *microseconds), (bus, microseconds))                        \
  F(int, -ENOSYS, sd_bus_get_n_queued_write, (sd_bus *bus, uint64_t *count), (bus, count))                               \
  F(int, -ENOSYS, sd_bus_process, (sd_bus *bus, sd_bus_message **message), (bus, message))                               \
  F(int, -ENOSYS, sd_bus_send, (sd_bus *bus, sd_bus_message *message, uint64_t *cookie), (bus, message, cookie))         \
  F(int, -ENOSYS, sd_bus_message_new_method_call,                                                                        \
    (sd_bus *bus, sd_bus_message **message, const char *destination, const char *path, const char *interface,            \
     const char *member),                                                                                                \
    (bus, message, destination, path, interface, member))                                                                \
  F(int, -ENOSYS, sd_bus_message_new_method_return, (sd_bus_message *call, sd_bus_message **message), (call, message))   \
  F(int, -ENOSYS, sd_bus_message_new_method_error,                                                                       \
    (sd_bus_message *call, sd_bus_message **message, const sd_bus_error *error), (call, message, error))                 \
  F(int, -ENOSYS, sd_bus_message_new_signal,                                                                             \
    (sd_bus *bus, sd_bus_message **message, const char *path, const char *interface, const char *member),                \
    (bus, message, path, interface, member))                                                                             \
  F(sd_bus_message *, NULL, sd_bus_message_unref, (sd_bus_message *message), (message))                                  \
  F(int, -ENOSYS, sd_bus_message_get_type, (sd_bus_message *message, uint8_t *type), (message, type))                    \
  F(int, -ENOSYS, sd_bus_message_get_reply_cookie, (sd_bus_message *message, uint64_t *cookie), (message, cookie))       \
  F(int, -ENOSYS, sd_bus_message_get_expect_reply, (sd_bus_message *message), (message))                                 \
  F(const char *, NULL, sd_bus_message_get_path, (sd_bus_message *message), (message))                                   \
  F(const char *, NULL, sd_bus_message_get_interface, (sd_bus_message *message), (message))                              \
  F(const char *, NULL, sd_bus_message_get_member, (sd_bus_message *message), (message))                                 \
  F(const char *, NULL, sd_bus_message_get_sender, (sd_bus_message *message), (message))                                 \
  F(int, -ENOSYS, sd_bus_message_set_auto_start, (sd_bus_message *message, int on), (message, on))                       \
  F(const sd_bus_error *, NULL, sd_bus_message_get_error, (sd_bus_message *message), (message))                          \
  F(int, -ENOSYS, sd_bus_message_append_basic, (sd_bus_message *message, char type, const void *value),                  \
    (message, type, value))                                                                                              \
  F(int, -ENOSYS, sd_bus_message_read_basic, (sd_bus_message *message, char type, void *value), (message, type, value))  \
  F(int, -ENOSYS, sd_bus_message_peek_type, (sd_bus_message *message, char *type, const char **contents),                \
    (message, type, contents))                                                                                           \
  F(int, -ENOSYS, sd_bus_message_at_end, (sd_bus_message *message, int complete), (message, complete))                   \
  F(int, -ENOSYS, sd_bus_message_open_container, (sd_bus_message *message, char type, const char *contents),             \
    (message, type, contents))                                                                                           \
  F(int, -ENOSYS, sd_bus_message_close_container, (sd_bus_message *message), (message))                                  \
  F(int, -ENOSYS, sd_bus_message_enter_container, (sd_bus_message *message, char type, const char *contents),            \
    (message, type, contents))                                                                                           \
  F(int, -ENOSYS, sd_bus_message_exit_container, (sd_bus_message *message), (message))                                   \
  F(int, -ENOSYS, sd_notify, (int unset_environment, const char *state), (unset_environment, state))                     \
  F(int, -ENOSYS, sd_watchdog_enabled, (int unset_environment, uint64_t *microseconds), (unset_environment, microseconds))

#define DECLARE(result, missing, name, parameters, arguments) result(*name) parameters;
static struct {
  FUNCTIONS(DECLARE)
} library;

static pthread_once_t load_once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *handle = dlopen(LIBRARY, RTLD_LAZY | RTLD_LOCAL);
  if (handle == NULL) return;
#define FIND(result, missing, name, parameters, arguments) *(void **)&library.name = dlsym(handle, #name);
  FUNCTIONS(FIND)
}

#define FORWARD(result, missing, name, parameters, arguments)     \
  HIDDEN result name parameters {                                 \
    pthread_once(&load_once, load);                               \
    return library.name == NULL ? missing : library.name arguments; \
  }
FUNCTIONS(FORWARD)
