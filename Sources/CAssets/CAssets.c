#include "CAssets.h"

// Laid out in Embedded.S.
#define HIDDEN __attribute__((visibility("hidden")))
extern const uint8_t cassets_stations_start[] HIDDEN;
extern const uint8_t cassets_stations_end[] HIDDEN;
extern const uint8_t cassets_demo_start[] HIDDEN;
extern const uint8_t cassets_demo_end[] HIDDEN;
extern const uint8_t cassets_openapi_start[] HIDDEN;
extern const uint8_t cassets_openapi_end[] HIDDEN;
extern const uint8_t cassets_manual_start[] HIDDEN;
extern const uint8_t cassets_manual_end[] HIDDEN;
extern const struct CAssetsFile cassets_page_files_start[] HIDDEN;
extern const struct CAssetsFile cassets_page_files_end[] HIDDEN;
extern const struct CAssetsFile cassets_schemas_start[] HIDDEN;
extern const struct CAssetsFile cassets_schemas_end[] HIDDEN;

const uint8_t *cassets_stations_bytes(void) { return cassets_stations_start; }
size_t cassets_stations_size(void) { return (size_t)(cassets_stations_end - cassets_stations_start); }

const uint8_t *cassets_demo_bytes(void) { return cassets_demo_start; }
size_t cassets_demo_size(void) { return (size_t)(cassets_demo_end - cassets_demo_start); }

const uint8_t *cassets_openapi_bytes(void) { return cassets_openapi_start; }
size_t cassets_openapi_size(void) { return (size_t)(cassets_openapi_end - cassets_openapi_start); }

const uint8_t *cassets_manual_bytes(void) { return cassets_manual_start; }
size_t cassets_manual_size(void) { return (size_t)(cassets_manual_end - cassets_manual_start); }

size_t cassets_page_file_count(void) { return (size_t)(cassets_page_files_end - cassets_page_files_start); }
struct CAssetsFile cassets_page_file(size_t index) { return cassets_page_files_start[index]; }

size_t cassets_schema_count(void) { return (size_t)(cassets_schemas_end - cassets_schemas_start); }
struct CAssetsFile cassets_schema(size_t index) { return cassets_schemas_start[index]; }
