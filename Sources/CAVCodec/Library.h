// What the files of this module share: libavcodec as it was loaded, and an open decoder.
#ifndef CAVCODEC_LIBRARY_H
#define CAVCODEC_LIBRARY_H

#include "CAVCodec.h"

#include <libavcodec/avcodec.h>
#include <libavutil/aes.h>
#include <libavutil/buffer.h>
#include <libavutil/log.h>
#include <libavutil/mem.h>
#include <libavutil/samplefmt.h>

// The functions used, by their names.
#define CODEC_FUNCTIONS(F)                                                                                       \
  F(avcodec_find_decoder_by_name) F(avcodec_alloc_context3) F(avcodec_open2) F(avcodec_free_context)                     \
  F(avcodec_send_packet) F(avcodec_receive_frame) F(av_packet_alloc) F(av_packet_free) F(avcodec_default_get_buffer2)
#define UTIL_FUNCTIONS(F)                                                                                        \
  F(av_frame_alloc) F(av_frame_free) F(av_mallocz) F(av_free) F(av_strerror) F(av_log_set_level)                 \
  F(av_aes_alloc) F(av_aes_init) F(av_aes_crypt) F(av_buffer_alloc) F(av_buffer_ref) F(av_buffer_unref)            \
  F(av_buffer_is_writable) F(av_samples_get_buffer_size) F(av_samples_fill_arrays)

#define CAVCODEC_HIDDEN __attribute__((visibility("hidden")))
#define DECLARE_FUNCTION(name) __typeof__(&name) name##_;

typedef struct {
  CODEC_FUNCTIONS(DECLARE_FUNCTION)
  UTIL_FUNCTIONS(DECLARE_FUNCTION)
} cavcodec_functions;

// Valid once compiled_problem gave an empty text.
extern CAVCODEC_HIDDEN cavcodec_functions cavcodec_library;

struct cavcodec_decoder {
  AVCodecContext *context;
  AVPacket *packet;
  AVFrame *frame;
  AVBufferRef *input;  // the packet's copy, with the zeros behind it that bit readers may touch
  AVBufferRef *output; // the samples of the last block
};

// Makes a decoder that is not open yet; 0 and *decoder, or a result of cavcodec_open. Loads the library when it must.
CAVCODEC_HIDDEN int compiled_make(const char *name, cavcodec_decoder **decoder);

// What CAVCodec.h calls cavcodec_…, for this major version.
CAVCODEC_HIDDEN const char *compiled_problem(void);
CAVCODEC_HIDDEN int compiled_open(const cavcodec_setup *setup, cavcodec_decoder **decoder);
CAVCODEC_HIDDEN int compiled_send(cavcodec_decoder *decoder, const uint8_t *bytes, size_t count);
CAVCODEC_HIDDEN int compiled_send_end(cavcodec_decoder *decoder);
CAVCODEC_HIDDEN int compiled_receive(cavcodec_decoder *decoder, cavcodec_block *block);
CAVCODEC_HIDDEN void compiled_copy(const cavcodec_decoder *decoder, float *samples);
CAVCODEC_HIDDEN void compiled_close(cavcodec_decoder *decoder);
CAVCODEC_HIDDEN void compiled_error_text(int error, char *text, size_t size);
CAVCODEC_HIDDEN int compiled_open_picture(const char *name, int64_t pixels, cavcodec_decoder **decoder);
CAVCODEC_HIDDEN int compiled_receive_picture(cavcodec_decoder *decoder, cavcodec_size *size);
CAVCODEC_HIDDEN void compiled_copy_row(const cavcodec_decoder *decoder, int row, uint8_t *pixels);
CAVCODEC_HIDDEN int compiled_cipher_open(cavcodec_cipher **cipher, const uint8_t *key, const uint8_t *vector);
CAVCODEC_HIDDEN void compiled_cipher_decrypt(
  cavcodec_cipher *cipher, uint8_t *plain, const uint8_t *bytes, size_t blocks);
CAVCODEC_HIDDEN void compiled_cipher_close(cavcodec_cipher *cipher);

#endif
