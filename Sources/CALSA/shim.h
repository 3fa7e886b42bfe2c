// libasound as Swift sees it, and what Swift cannot do itself: a handler with variable arguments.
#ifndef CALSA_SHIM_H
#define CALSA_SHIM_H

#include <alsa/asoundlib.h>

// Takes libasound's complaints, which would go to standard error otherwise, and says nothing.
static void calsa_ignore_message(const char *file, int line, const char *function, int error, const char *format, ...) {
  (void)file;
  (void)line;
  (void)function;
  (void)error;
  (void)format;
}

// Installs the silent handler for the whole process; 0 or a negative error code.
static inline int calsa_silence_messages(void) { return snd_lib_error_set_handler(calsa_ignore_message); }

#endif
