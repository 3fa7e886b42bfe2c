/* FFTW's single precision interface, and its macros as constants Swift can see. */
#ifndef SPRINGRADIO_CFFTW_SHIM_H
#define SPRINGRADIO_CFFTW_SHIM_H

#include <fftw3.h>

/* Planning by rule, not by stopwatch: the same plan on every run. */
static const unsigned springradio_fftw_estimate = FFTW_ESTIMATE;
/* The transform's sign: e^(-2 pi i k n / N). */
static const int springradio_fftw_forward = FFTW_FORWARD;

#endif
