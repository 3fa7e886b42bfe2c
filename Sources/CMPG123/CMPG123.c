// The functions of libmpg123 that are used here, found when the first of them is needed. A release has a copy of the
// library beside the program, for systems without it.
#include "CMPG123.h"

#include "CLoading.h"

// F(result, return or nothing, name, (parameters), (arguments))
#define FUNCTIONS(F)                                                                                     \
  F(int, return, mpg123_decode_frame,                                                                    \
    (mpg123_handle *mh, off_t *num, unsigned char **audio, size_t *bytes), (mh, num, audio, bytes))      \
  F(void, , mpg123_delete, (mpg123_handle *mh), (mh))                                                    \
  F(int, return, mpg123_feed, (mpg123_handle *mh, const unsigned char *in, size_t size), (mh, in, size)) \
  F(int, return, mpg123_getformat,                                                                       \
    (mpg123_handle *mh, long *rate, int *channels, int *encoding), (mh, rate, channels, encoding))       \
  F(int, return, mpg123_getstate,                                                                        \
    (mpg123_handle *mh, enum mpg123_state key, long *val, double *fval), (mh, key, val, fval))           \
  F(int, return, mpg123_init, (void), ())                                                                \
  F(mpg123_handle *, return, mpg123_new, (const char *decoder, int *error), (decoder, error))           \
  F(int, return, mpg123_open_feed, (mpg123_handle *mh), (mh))                                            \
  F(int, return, mpg123_param,                                                                           \
    (mpg123_handle *mh, enum mpg123_parms type, long value, double fvalue), (mh, type, value, fvalue))   \
  F(const char *, return, mpg123_plain_strerror, (int errcode), (errcode))                               \
  F(const char *, return, mpg123_strerror, (mpg123_handle *mh), (mh))

CLOADING_NAMESAKES("libmpg123.so.0", cmpg123_problem, FUNCTIONS)
