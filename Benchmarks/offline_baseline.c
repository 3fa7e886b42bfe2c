/* The yardstick of the offline benchmark: decodes an MPEG audio file with libmpg123 to float, and does the same
 * transforms as `radiod spectrum FILE --json` (each channel apart, Hann window, FFTW real to complex, single
 * precision), and nothing else. It prints nothing.
 *
 *   cc -O3 -o offline_baseline offline_baseline.c $(pkg-config --cflags --libs libmpg123 fftw3f) -lm
 *   offline_baseline FILE [--fft-size 2048] [--hop 1024] [--plan estimate|measure] [--decode-only]
 *
 * Exit code: 0, 64 for bad usage, 65 when the file cannot be decoded, 70 when memory or a plan cannot be had.
 */
#include <fftw3.h>
#include <math.h>
#include <mpg123.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { USAGE = 64, NOT_AUDIO = 65, NO_RESOURCE = 70, MAX_CHANNELS = 2 };

/* Sound that no window has passed yet; interleaved. */
struct backlog {
    float *samples;
    size_t frames, capacity;
};

static int fail(int code, const char *message)
{
    fprintf(stderr, "offline_baseline: %s\n", message);
    return code;
}

/* Takes the channels apart and windows them, in one pass. */
static void window_channels(const float *restrict interleaved, int channels, const float *restrict window,
                            float *restrict left, float *restrict right, int size)
{
    if (channels == 2) {
        for (int n = 0; n < size; n++) {
            left[n] = interleaved[2 * n] * window[n];
            right[n] = interleaved[2 * n + 1] * window[n];
        }
    } else {
        for (int n = 0; n < size; n++)
            left[n] = interleaved[n] * window[n];
    }
}

int main(int argc, char **argv)
{
    const char *path = NULL;
    long fft_size = 2048, hop = 1024;
    unsigned planner = FFTW_ESTIMATE;
    int transforms = 1;

    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--fft-size") && i + 1 < argc)
            fft_size = atol(argv[++i]);
        else if (!strcmp(argv[i], "--hop") && i + 1 < argc)
            hop = atol(argv[++i]);
        else if (!strcmp(argv[i], "--plan") && i + 1 < argc)
            planner = strcmp(argv[++i], "measure") ? FFTW_ESTIMATE : FFTW_MEASURE;
        else if (!strcmp(argv[i], "--decode-only"))
            transforms = 0;
        else if (argv[i][0] != '-' && !path)
            path = argv[i];
        else
            return fail(USAGE, "usage: FILE [--fft-size N] [--hop N] [--plan estimate|measure] [--decode-only]");
    }
    if (!path || fft_size < 2 || fft_size > 1 << 20 || hop < 1 || hop > 1 << 20)
        return fail(USAGE, "a file, an fft size of 2 or more and a hop of 1 or more are needed");

    float *window = fftwf_alloc_real(fft_size);
    float *left = fftwf_alloc_real(fft_size);
    float *right = fftwf_alloc_real(fft_size);
    fftwf_complex *bins = fftwf_alloc_complex(fft_size / 2 + 1);
    fftwf_plan plan = fftwf_plan_dft_r2c_1d((int)fft_size, left, bins, planner);
    if (!window || !left || !right || !bins || !plan)
        return fail(NO_RESOURCE, "no memory or no plan");
    for (long n = 0; n < fft_size; n++)
        window[n] = (float)(0.5 - 0.5 * cos(2 * M_PI * (double)n / (double)fft_size));

    mpg123_init();
    mpg123_handle *decoder = mpg123_new(NULL, NULL);
    if (!decoder)
        return fail(NO_RESOURCE, "no decoder");
    mpg123_param(decoder, MPG123_ADD_FLAGS, MPG123_FORCE_FLOAT | MPG123_QUIET, 0);
    if (mpg123_open(decoder, path) != MPG123_OK)
        return fail(NOT_AUDIO, mpg123_strerror(decoder));

    struct backlog backlog = { NULL, 0, 0 };
    long skip = 0; /* frames still to be dropped, when the hop is longer than the window */
    int channels = 0, code;
    for (;;) {
        unsigned char *audio;
        size_t bytes;
        off_t number;
        code = mpg123_decode_frame(decoder, &number, &audio, &bytes);
        if (code == MPG123_NEW_FORMAT) {
            long rate;
            int encoding;
            mpg123_getformat(decoder, &rate, &channels, &encoding);
            if (channels < 1 || channels > MAX_CHANNELS)
                return fail(NOT_AUDIO, "more than two channels");
            backlog.frames = 0;
            skip = 0;
            continue;
        }
        if (code != MPG123_OK)
            break;
        if (!transforms || bytes == 0)
            continue;

        size_t frames = bytes / (sizeof(float) * channels);
        if (backlog.frames + frames > backlog.capacity) {
            backlog.capacity = 2 * (backlog.frames + frames + fft_size);
            backlog.samples = realloc(backlog.samples, backlog.capacity * MAX_CHANNELS * sizeof(float));
            if (!backlog.samples)
                return fail(NO_RESOURCE, "no memory");
        }
        memcpy(backlog.samples + backlog.frames * channels, audio, bytes);
        backlog.frames += frames;

        size_t start = 0;
        for (;;) {
            if (skip > 0) {
                size_t dropped = backlog.frames - start < (size_t)skip ? backlog.frames - start : (size_t)skip;
                start += dropped;
                skip -= (long)dropped;
            }
            if (skip > 0 || backlog.frames - start < (size_t)fft_size)
                break;
            window_channels(backlog.samples + start * channels, channels, window, left, right, (int)fft_size);
            fftwf_execute_dft_r2c(plan, left, bins);
            if (channels == 2)
                fftwf_execute_dft_r2c(plan, right, bins);
            skip = hop;
        }
        backlog.frames -= start;
        memmove(backlog.samples, backlog.samples + start * channels, backlog.frames * channels * sizeof(float));
    }
    if (code != MPG123_DONE)
        return fail(NOT_AUDIO, mpg123_strerror(decoder));

    mpg123_close(decoder);
    mpg123_delete(decoder);
    mpg123_exit();
    fftwf_destroy_plan(plan);
    free(backlog.samples);
    fftwf_free(window);
    fftwf_free(left);
    fftwf_free(right);
    fftwf_free(bins);
    return 0;
}
