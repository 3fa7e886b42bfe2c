// libmpg123 as Swift sees it.
#ifndef CMPG123_SHIM_H
#define CMPG123_SHIM_H

// Newer headers rename functions by macros, which Swift does not follow; this keeps the names that every version has.
#define MPG123_ENUM_API

#include <mpg123.h>

#endif
