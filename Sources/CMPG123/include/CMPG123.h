// libmpg123 as Swift sees it. The library is loaded at the first use: see CMPG123.c.
#ifndef SPRINGRADIO_CMPG123_H
#define SPRINGRADIO_CMPG123_H

// Newer headers rename functions by macros, which Swift does not follow; this keeps the names that every version has.
#define MPG123_ENUM_API

#include <mpg123.h>

// Why libmpg123 cannot be used, from the dynamic linker; empty when it was loaded. Valid for ever. Without the library,
// none of its functions may be called.
const char *cmpg123_problem(void);

#endif
