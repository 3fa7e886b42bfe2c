// Opens shared libraries when they are needed: the system's, or those that a release has beside the program.
#ifndef SPRINGRADIO_CLOADING_H
#define SPRINGRADIO_CLOADING_H

#include <stddef.h>

// Opens the system's library `name`, such as "libmpg123.so.0". Where the system has none, the copy of it beside the
// program, in ../lib/springradio, seen from the program's folder. Returns a handle for dlsym, which stays open, or NULL and
// the dynamic linker's reason in `problem`, which has `size` bytes.
void *cloading_open(const char *name, char *problem, size_t size);

// Opens the library `name` beside the program alone; NULL where there is none.
void *cloading_open_beside(const char *name);

// Finds a function: 1 and *function, or 0 and a reason in `problem`, which has `size` bytes.
int cloading_find(void *library, const char *name, void **function, char *problem, size_t size);

#endif
