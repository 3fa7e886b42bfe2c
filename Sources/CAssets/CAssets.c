#include "CAssets.h"

// Laid out in Embedded.S.
#define HIDDEN __attribute__((visibility("hidden")))
extern const uint8_t cassets_stations_start[] HIDDEN;
extern const uint8_t cassets_stations_end[] HIDDEN;
extern const uint8_t cassets_demo_start[] HIDDEN;
extern const uint8_t cassets_demo_end[] HIDDEN;

const uint8_t *cassets_stations_bytes(void) { return cassets_stations_start; }
size_t cassets_stations_size(void) { return (size_t)(cassets_stations_end - cassets_stations_start); }

const uint8_t *cassets_demo_bytes(void) { return cassets_demo_start; }
size_t cassets_demo_size(void) { return (size_t)(cassets_demo_end - cassets_demo_start); }
