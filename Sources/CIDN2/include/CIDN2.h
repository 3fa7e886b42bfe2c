// The one function of libidn2 that is used here. See CIDN2.c for how it is found.
#ifndef SPRINGRADIO_CIDN2_H
#define SPRINGRADIO_CIDN2_H

// 1 where the library is installed, else 0.
int springradio_idn2_is_available(void);

// The ASCII form of a host name in UTF-8, to be given to springradio_idn2_free; NULL when it is not a valid name, or
// without the library.
char *springradio_idn2_ascii(const char *name);

// Releases what springradio_idn2_ascii gave.
void springradio_idn2_free(char *text);

#endif
