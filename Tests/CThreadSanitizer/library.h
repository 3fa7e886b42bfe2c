// Finds the functions of Swift's shared libraries whose names this target's own functions have.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdlib.h>

// Returns the library's function of this name, which it looks up once.
static inline void *library_function(const char *name, _Atomic(void *) *known) {
  void *function = atomic_load_explicit(known, memory_order_relaxed);
  if (function != NULL) return function;
  function = dlsym(RTLD_NEXT, name);
  if (function == NULL) abort();  // another version of the library: its functions have other names
  atomic_store_explicit(known, function, memory_order_relaxed);
  return function;
}
