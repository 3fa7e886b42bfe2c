// A small face over libavcodec's AAC decoder.
//
// libavcodec is loaded at the first use and not at program start: Debian's copy pulls in about a hundred shared
// libraries, and a listener of MP3 shall not pay for them. The library's major version is that of the headers this
// file was compiled with, so the structures agree.
#ifndef CAVCODEC_H
#define CAVCODEC_H

#include <stddef.h>
#include <stdint.h>

// An open decoder; one thread at a time may use it.
typedef struct cavcodec_decoder cavcodec_decoder;

// One piece of decoded sound. The planes belong to the decoder and are valid until its next call.
typedef struct {
  // `channels` pointers to `frames` samples each, or one pointer to interleaved samples.
  const float *const *planes;
  // 1 when planes[0] holds interleaved samples of all channels.
  int is_interleaved;
  // PCM frames.
  int frames;
  // Hertz, as decoded (HE-AAC: twice the header's).
  int sample_rate;
  // Channel count, as decoded.
  int channels;
  // Bit n set: the speaker with WAVEFORMATEXTENSIBLE number n is there; channels stand in ascending order of bits.
  // 0 when unknown.
  uint64_t channel_mask;
} cavcodec_block;

// Results of cavcodec_open beside negative AVERROR codes.
enum {
  // The library or one of its functions is missing: see cavcodec_library_problem.
  CAVCODEC_NO_LIBRARY = 1,
  // The library has no AAC decoder.
  CAVCODEC_NO_DECODER = 2,
  // Out of memory.
  CAVCODEC_NO_MEMORY = 3,
};

// Major version of libavcodec that is looked for; the Debian package is libavcodecN.
int cavcodec_library_version(void);

// What is wrong with the library, from the dynamic linker; empty when it was loaded. Valid for ever.
const char *cavcodec_library_problem(void);

// Makes an AAC decoder for ADTS packets; 0 and *decoder, or a result as above. Loads the library when it must.
int cavcodec_open(cavcodec_decoder **decoder);

// Hands over one ADTS packet, which is copied; 0 or a negative AVERROR code.
int cavcodec_send(cavcodec_decoder *decoder, const uint8_t *bytes, size_t count);

// Tells the decoder that no packet follows; 0 or a negative AVERROR code.
int cavcodec_send_end(cavcodec_decoder *decoder);

// Takes decoded sound: 1 and *block, 0 when another packet is needed or nothing is left, or a negative AVERROR code.
int cavcodec_receive(cavcodec_decoder *decoder, cavcodec_block *block);

// Forgets everything heard so far.
void cavcodec_flush(cavcodec_decoder *decoder);

// Frees the decoder; NULL is fine.
void cavcodec_close(cavcodec_decoder *decoder);

// Writes the library's text for a negative AVERROR code, ended with NUL.
void cavcodec_error_text(int error, char *text, size_t size);

#endif
