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

/// The bytes of openapi.json, the OpenAPI document of the web server.
const uint8_t *_Nonnull cassets_openapi_bytes(void);
/// How many bytes openapi.json has.
size_t cassets_openapi_size(void);

/// The bytes of packaging/radiod.1.in, the prose of the manual page.
const uint8_t *_Nonnull cassets_manual_bytes(void);
/// How many bytes the prose has.
size_t cassets_manual_size(void);

/// One of several files of a kind.
struct CAssetsFile {
  /// What it is called; ends with a zero byte.
  const char *_Nonnull name;
  /// Its bytes.
  const uint8_t *_Nonnull bytes;
  /// How many bytes it has.
  size_t size;
};

/// How many files the web page has.
size_t cassets_page_file_count(void);
/// The file of the page with this index, less than the count. Its name is its path below the folder `page`, such as
/// `/modules/main.js`.
struct CAssetsFile cassets_page_file(size_t index);

/// How many JSON Schemas there are.
size_t cassets_schema_count(void);
/// The schema with this index, less than the count. Its name is that of its file in `docs/schema` without `.json`.
struct CAssetsFile cassets_schema(size_t index);

#endif
