// libidn2 is loaded when the first international host name is met: linking it, and the table of Unicode that it needs, would load them
// with every command. The C library loads it in the same way.
#include "CIDN2.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#define LIBRARY "libidn2.so.0"

// Values of idn2.h: normalise to NFC first; map by UTS 46 without its transitional rules, as browsers do.
#define NFC_INPUT 1
#define NONTRANSITIONAL 8

static int (*lookup)(const uint8_t *name, uint8_t **ascii, int flags);
static void (*release)(void *text);
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
  *(void **)&release = dlsym(library, "idn2_free");
  if (release != NULL) *(void **)&lookup = dlsym(library, "idn2_lookup_u8");
}

int springradio_idn2_is_available(void) {
  pthread_once(&once, load);
  return lookup != NULL;
}

char *springradio_idn2_ascii(const char *name) {
  if (!springradio_idn2_is_available()) return NULL;
  uint8_t *ascii = NULL;
  if (lookup((const uint8_t *)name, &ascii, NFC_INPUT | NONTRANSITIONAL) != 0) return NULL;
  return (char *)ascii;
}

void springradio_idn2_free(char *text) {
  if (text != NULL && release != NULL) release(text);
}
