#ifndef CASSETS_H
#define CASSETS_H

// Files that are part of the program: their bytes lie in its read-only data for as long as it runs.

#include <stddef.h>
#include <stdint.h>

/// The bytes of stations.json as it was when the program was built.
const uint8_t *_Nonnull cassets_stations_bytes(void);
/// How many bytes stations.json has.
size_t cassets_stations_size(void);

/// The bytes of the demo station's music: whole MP3 frames without tags, made to be played in a loop.
const uint8_t *_Nonnull cassets_demo_bytes(void);
/// How many bytes the music has.
size_t cassets_demo_size(void);

#endif
