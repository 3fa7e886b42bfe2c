/* The yardstick of loudness: reads raw 32-bit floats and measures integrated loudness and loudness range with libebur128,
 * with its histogram, which is its faster way. It prints both, in LUFS and LU.
 *
 *   cc -O3 -o loudness_baseline loudness_baseline.c $(pkg-config --cflags --libs libebur128)
 *   loudness_baseline FILE RATE CHANNELS [--read-only]
 *
 * Exit code: 0, 64 for bad usage, 66 when the file cannot be read, 70 when memory cannot be had.
 */
#include <ebur128.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { USAGE = 64, NO_INPUT = 66, NO_RESOURCE = 70, BLOCK_FRAMES = 4096, MAX_CHANNELS = 8 };

static float block[BLOCK_FRAMES * MAX_CHANNELS];

static int fail(int code, const char *message)
{
    fprintf(stderr, "loudness_baseline: %s\n", message);
    return code;
}

int main(int argc, char **argv)
{
    int measures = argc == 4;
    if (!measures && (argc != 5 || strcmp(argv[4], "--read-only")))
        return fail(USAGE, "usage: FILE RATE CHANNELS [--read-only]");
    unsigned long rate = strtoul(argv[2], NULL, 10);
    unsigned channels = (unsigned)strtoul(argv[3], NULL, 10);
    if (rate < 16 || channels < 1 || channels > MAX_CHANNELS)
        return fail(USAGE, "a rate of 16 or more and 1 to 8 channels are needed");

    FILE *file = fopen(argv[1], "rb");
    if (!file)
        return fail(NO_INPUT, "the file cannot be opened");
    ebur128_state *meter = ebur128_init(channels, rate, EBUR128_MODE_I | EBUR128_MODE_LRA | EBUR128_MODE_HISTOGRAM);
    if (!meter)
        return fail(NO_RESOURCE, "no memory");

    size_t frames;
    while ((frames = fread(block, sizeof(float) * channels, BLOCK_FRAMES, file)) > 0) {
        if (measures && ebur128_add_frames_float(meter, block, frames) != EBUR128_SUCCESS)
            return fail(NO_RESOURCE, "no memory");
    }
    if (ferror(file))
        return fail(NO_INPUT, "the file cannot be read");
    if (measures) {
        double loudness = 0, range = 0;
        ebur128_loudness_global(meter, &loudness);
        ebur128_loudness_range(meter, &range);
        printf("%.2f %.2f\n", loudness, range);
    }
    ebur128_destroy(&meter);
    fclose(file);
    return 0;
}
