// What is compiled once for each major version of libavcodec: the functions of CAVCodec.h behind pointers. The program
// contains the one for the headers that it was compiled with. A library beside the program may contain another one.
#ifndef CAVCODEC_INTERFACE_H
#define CAVCODEC_INTERFACE_H

#include "CAVCodec.h"

// To be increased with every change of this structure or of CAVCodec.h: a library of another program version is refused.
#define CAVCODEC_LAYOUT 1

typedef struct {
  int layout;
  // The major version of libavcodec.
  int version;
  const char *(*problem)(void);
  int (*open)(const cavcodec_setup *setup, cavcodec_decoder **decoder);
  int (*send)(cavcodec_decoder *decoder, const uint8_t *bytes, size_t count);
  int (*send_end)(cavcodec_decoder *decoder);
  int (*receive)(cavcodec_decoder *decoder, cavcodec_block *block);
  void (*copy)(const cavcodec_decoder *decoder, float *samples);
  void (*close)(cavcodec_decoder *decoder);
  void (*error_text)(int error, char *text, size_t size);
  int (*open_picture)(const char *name, int64_t pixels, cavcodec_decoder **decoder);
  int (*receive_picture)(cavcodec_decoder *decoder, cavcodec_size *size);
  void (*copy_row)(const cavcodec_decoder *decoder, int row, uint8_t *pixels);
  int (*cipher_open)(cavcodec_cipher **cipher, const uint8_t *key, const uint8_t *vector);
  void (*cipher_decrypt)(cavcodec_cipher *cipher, uint8_t *plain, const uint8_t *bytes, size_t blocks);
  void (*cipher_close)(cavcodec_cipher *cipher);
} cavcodec_interface;

// The name under which a library exports its interface.
#define CAVCODEC_INTERFACE_NAME "cavcodec_compiled_interface"
// In the program, the one that it was compiled with.
extern __attribute__((visibility("protected"))) const cavcodec_interface cavcodec_compiled_interface;

#endif
