// A small interface to libavcodec's decoders of sound and of pictures, and to libavutil's AES.
//
// libavcodec is loaded at the first use and not at program start: Debian's copy pulls in about a hundred shared
// libraries, and MP3 does not need them. Structures differ between its major versions: what is compiled for one version is
// used with that version alone. A program that is given to others has libraries for more versions beside it: see CAVCodec.c.
#ifndef CAVCODEC_H
#define CAVCODEC_H

#include <stddef.h>
#include <stdint.h>

// An open decoder; one thread at a time may use it.
typedef struct cavcodec_decoder cavcodec_decoder;

// The decoder, and its setup before the first packet.
typedef struct {
  // Its name, as `ffmpeg -decoders` lists it.
  const char *name;
  // The codec's headers in libavcodec's form ("extradata"), copied; NULL and 0 where the packets say everything.
  const uint8_t *headers;
  size_t header_size;
} cavcodec_setup;

// What a piece of decoded sound is.
typedef struct {
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
  // The library has no decoder of that name.
  CAVCODEC_NO_DECODER = 2,
  // Out of memory.
  CAVCODEC_NO_MEMORY = 3,
};

// Major version of the libavcodec that is used. Without any, the one that the program was compiled with.
int cavcodec_library_version(void);

// What is wrong with the library of that version, from the dynamic linker; empty when it was loaded. Valid for ever.
const char *cavcodec_library_problem(void);

// Makes a decoder; 0 and *decoder, or a result as above. Loads the library when it must. Nothing is trimmed: every sample
// that the packets hold comes out.
int cavcodec_open(const cavcodec_setup *setup, cavcodec_decoder **decoder);

// Hands over one packet, which is copied; 0 or a negative AVERROR code.
int cavcodec_send(cavcodec_decoder *decoder, const uint8_t *bytes, size_t count);

// Signals the end of the packets; 0 or a negative AVERROR code.
int cavcodec_send_end(cavcodec_decoder *decoder);

// Looks for decoded sound: 1 and *block, 0 when another packet is needed or nothing is left, or a negative AVERROR code.
int cavcodec_receive(cavcodec_decoder *decoder, cavcodec_block *block);

// Writes the `frames * channels` samples of the piece that was received last, interleaved, full scale -1...1. Integers of
// up to 24 bits come out exactly, wider ones and doubles rounded to the nearest float.
void cavcodec_copy(const cavcodec_decoder *decoder, float *samples);

// Frees the decoder; NULL is fine.
void cavcodec_close(cavcodec_decoder *decoder);

// Writes the library's text for a negative AVERROR code, ended with NUL.
void cavcodec_error_text(int error, char *text, size_t size);

// The size of a decoded picture in pixels.
typedef struct {
  int width;
  int height;
} cavcodec_size;

// Makes a decoder of pictures of at most `pixels` pixels, one in each packet; otherwise as cavcodec_open.
int cavcodec_open_picture(const char *name, int64_t pixels, cavcodec_decoder **decoder);

// Looks for a decoded picture: 1 and *size, 0 when another packet is needed or nothing is left, or a negative AVERROR
// code, also for a picture in a pixel format that cavcodec_copy_row does not know.
int cavcodec_receive_picture(cavcodec_decoder *decoder, cavcodec_size *size);

// Writes the pixels of one row of the picture that was received last: red, green, blue and alpha, a byte each. The
// colours are multiplied by alpha. `row` must be less than the height.
void cavcodec_copy_row(const cavcodec_decoder *decoder, int row, uint8_t *pixels);

// AES with a key of 128 bits in CBC mode; one thread at a time may use it.
typedef struct cavcodec_cipher cavcodec_cipher;

// Makes a cipher that decrypts with the 16 bytes of `key`, from the initialisation vector's 16 bytes on; 0 and *cipher, or a result
// as cavcodec_open has them. Loads the library when it must.
int cavcodec_cipher_open(cavcodec_cipher **cipher, const uint8_t *key, const uint8_t *vector);

// Decrypts the next `blocks` blocks of 16 bytes; `plain` may be `bytes`.
void cavcodec_cipher_decrypt(cavcodec_cipher *cipher, uint8_t *plain, const uint8_t *bytes, size_t blocks);

// Frees the cipher; NULL is fine.
void cavcodec_cipher_close(cavcodec_cipher *cipher);

#endif
