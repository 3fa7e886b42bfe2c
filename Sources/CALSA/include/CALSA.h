// libasound as Swift sees it. The library is loaded at the first use: see CALSA.c.
#ifndef SPRINGRADIO_CALSA_H
#define SPRINGRADIO_CALSA_H

#include <alsa/asoundlib.h>

// Why libasound cannot be used, from the dynamic linker; empty when it was loaded. Valid for ever. Without the library,
// none of its functions may be called.
const char *calsa_problem(void);

// Discards libasound's messages, which would go to standard error otherwise, for the whole process; 0 or a negative error
// code.
int calsa_silence_messages(void);

#endif
