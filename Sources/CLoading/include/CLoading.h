// Opens shared libraries when they are needed: the system's, or those that a release has beside the program.
#ifndef SPRINGRADIO_CLOADING_H
#define SPRINGRADIO_CLOADING_H

#include <pthread.h>
#include <stddef.h>

// Opens the system's library `name`, such as "libmpg123.so.0". Where the system has none, the copy of it beside the
// program, in ../lib/springradio, seen from the program's folder. Returns a handle for dlsym, which stays open, or NULL and
// the dynamic linker's reason in `problem`, which has `size` bytes.
void *cloading_open(const char *name, char *problem, size_t size);

// Opens the library `name` beside the program alone; NULL where there is none.
void *cloading_open_beside(const char *name);

// Finds a function: 1 and *function, or 0 and a reason in `problem`, which has `size` bytes.
int cloading_find(void *library, const char *name, void **function, char *problem, size_t size);

// Defines a namesake of each of a library's functions that passes the call on, and `problem_function`, which loads the library
// `file` once and gives the reason why it cannot be used, or an empty text. Without the library no namesake may be called. They
// are hidden, so that other libraries which use this one get the real functions. FUNCTIONS(F) is a list of
// F(result, return or nothing, name, (parameters), (arguments)).
#define CLOADING_NAMESAKES(file, problem_function, FUNCTIONS)                                          \
  static struct {                                                                                      \
    FUNCTIONS(CLOADING_DECLARE)                                                                        \
  } library;                                                                                           \
  static char problem[256];                                                                            \
  static void load(void) {                                                                             \
    void *handle = cloading_open(file, problem, sizeof problem);                                       \
    if (handle == NULL) return;                                                                        \
    FUNCTIONS(CLOADING_FIND)                                                                           \
  }                                                                                                    \
  CLOADING_HIDDEN const char *problem_function(void) {                                                 \
    static pthread_once_t once = PTHREAD_ONCE_INIT;                                                    \
    pthread_once(&once, load);                                                                         \
    return problem;                                                                                    \
  }                                                                                                    \
  FUNCTIONS(CLOADING_FORWARD)

#define CLOADING_HIDDEN __attribute__((visibility("hidden")))
#define CLOADING_DECLARE(result, give, name, parameters, arguments) result(*name) parameters;
#define CLOADING_FIND(result, give, name, parameters, arguments) \
  if (!cloading_find(handle, #name, (void **)&library.name, problem, sizeof problem)) return;
#define CLOADING_FORWARD(result, give, name, parameters, arguments) \
  CLOADING_HIDDEN result name parameters { give library.name arguments; }

#endif
