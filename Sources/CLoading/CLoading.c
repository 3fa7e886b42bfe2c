#include "CLoading.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// Where a release has its libraries, from the program's folder.
#define FOLDER "../lib/springradio"

void *cloading_open_beside(const char *name) {
  char program[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  if (length <= 0) return NULL;
  program[length] = '\0';
  char *end = strrchr(program, '/');
  if (end == NULL) return NULL;
  *end = '\0';
  char path[PATH_MAX + 128];
  int written = snprintf(path, sizeof path, "%s/" FOLDER "/%s", program, name);
  if (written < 0 || (size_t)written >= sizeof path) return NULL;
  return dlopen(path, RTLD_LAZY | RTLD_LOCAL);
}

void *cloading_open(const char *name, char *problem, size_t size) {
  void *library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  if (library != NULL) return library;
  const char *reason = dlerror();
  snprintf(problem, size, "%s", reason != NULL ? reason : "the library cannot be loaded");
  library = cloading_open_beside(name);
  if (library != NULL) problem[0] = '\0';
  return library;
}

int cloading_find(void *library, const char *name, void **function, char *problem, size_t size) {
  *function = dlsym(library, name);
  if (*function != NULL) return 1;
  snprintf(problem, size, "%s is missing from the library", name);
  return 0;
}
