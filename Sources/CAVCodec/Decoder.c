#include "Interface.h"
#include "Library.h"

#include <dlfcn.h>
#include <libavutil/channel_layout.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_OF(x) #x
#define NUMBER_TEXT(x) TEXT_OF(x)
#define CODEC_LIBRARY "libavcodec.so." NUMBER_TEXT(LIBAVCODEC_VERSION_MAJOR)
#define UTIL_LIBRARY "libavutil.so." NUMBER_TEXT(LIBAVUTIL_VERSION_MAJOR)

// The channel layout structure replaced two fields in FFmpeg 5.1.
#define HAS_CHANNEL_LAYOUT_STRUCT (LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 24, 100))

cavcodec_functions cavcodec_library;
#define library cavcodec_library

static pthread_once_t load_once = PTHREAD_ONCE_INIT;
static char problem[256] = "";

// More channels than any of the codecs has.
#define MAX_CHANNELS 255
// Longest headers that are handed on, in bytes.
#define MAX_HEADERS (16 << 20)

static int find_function(void *handle, const char *name, void **function) {
  *function = dlsym(handle, name);
  if (*function != NULL) return 1;
  snprintf(problem, sizeof problem, "%s is missing from the library", name);
  return 0;
}

static void load(void) {
  void *util = dlopen(UTIL_LIBRARY, RTLD_LAZY | RTLD_LOCAL);
  void *codec = util != NULL ? dlopen(CODEC_LIBRARY, RTLD_LAZY | RTLD_LOCAL) : NULL;
  if (codec == NULL) {
    const char *reason = dlerror();
    snprintf(problem, sizeof problem, "%s", reason != NULL ? reason : "the library cannot be loaded");
    return;
  }
#define FIND_CODEC(name)                                              \
  if (!find_function(codec, #name, (void **)&library.name##_)) return;
#define FIND_UTIL(name)                                              \
  if (!find_function(util, #name, (void **)&library.name##_)) return;
  CODEC_FUNCTIONS(FIND_CODEC)
  UTIL_FUNCTIONS(FIND_UTIL)
  library.av_log_set_level_(AV_LOG_QUIET);
}

const char *compiled_problem(void) {
  pthread_once(&load_once, load);
  return problem;
}

// Makes `*buffer` one of at least `size` bytes that only we hold: the last one, if nothing else refers to it.
static int renew(AVBufferRef **buffer, size_t size) {
  if (*buffer != NULL && (*buffer)->size >= size && library.av_buffer_is_writable_(*buffer)) return 0;
  library.av_buffer_unref_(buffer);
  *buffer = library.av_buffer_alloc_(size);
  return *buffer != NULL ? 0 : AVERROR(ENOMEM);
}

// Where the decoder writes its samples: over the block before, which was copied. libavcodec's own pool is thrown away
// whenever a block is of another length, as every third or so of Vorbis is.
static int get_buffer(AVCodecContext *context, AVFrame *frame, int flags) {
  (void)flags;
  cavcodec_decoder *decoder = context->opaque;
#if HAS_CHANNEL_LAYOUT_STRUCT
  int channels = frame->ch_layout.nb_channels;
#else
  int channels = frame->channels;
#endif
  int is_planar = frame->format >= AV_SAMPLE_FMT_U8P && frame->format != AV_SAMPLE_FMT_S64;
  // More planes than pointers in the frame: an array of its own holds them.
  if (is_planar && channels > AV_NUM_DATA_POINTERS) return library.avcodec_default_get_buffer2_(context, frame, flags);
  int size = library.av_samples_get_buffer_size_(&frame->linesize[0], channels, frame->nb_samples, frame->format, 0);
  if (size < 0) return size;
  int error = renew(&decoder->output, size);
  if (error < 0) return error;
  frame->buf[0] = library.av_buffer_ref_(decoder->output);
  if (frame->buf[0] == NULL) return AVERROR(ENOMEM);
  frame->extended_data = frame->data;
  error = library.av_samples_fill_arrays_(
    frame->data, &frame->linesize[0], frame->buf[0]->data, channels, frame->nb_samples, frame->format, 0);
  return error < 0 ? error : 0;
}

int compiled_make(const char *name, cavcodec_decoder **result) {
  *result = NULL;
  if (compiled_problem()[0] != '\0') return CAVCODEC_NO_LIBRARY;
  const AVCodec *codec = library.avcodec_find_decoder_by_name_(name);
  if (codec == NULL) return CAVCODEC_NO_DECODER;
  cavcodec_decoder *decoder = calloc(1, sizeof *decoder);
  if (decoder == NULL) return CAVCODEC_NO_MEMORY;
  decoder->context = library.avcodec_alloc_context3_(codec);
  decoder->packet = library.av_packet_alloc_();
  decoder->frame = library.av_frame_alloc_();
  if (decoder->context == NULL || decoder->packet == NULL || decoder->frame == NULL) {
    compiled_close(decoder);
    return CAVCODEC_NO_MEMORY;
  }
  decoder->context->thread_count = 1;  // more would hold packets back
  *result = decoder;
  return 0;
}

int compiled_open(const cavcodec_setup *setup, cavcodec_decoder **result) {
  *result = NULL;
  if (setup->header_size > MAX_HEADERS) return AVERROR_INVALIDDATA;
  cavcodec_decoder *decoder;
  int made = compiled_make(setup->name, &decoder);
  if (made != 0) return made;
  const AVCodec *codec = decoder->context->codec;
  decoder->context->request_sample_fmt = AV_SAMPLE_FMT_FLT;  // libopus' wrapper would round to 16 bits
  decoder->context->flags2 |= AV_CODEC_FLAG2_SKIP_MANUAL;  // what is to be trimmed the packets say, and to us
  if (codec->capabilities & AV_CODEC_CAP_DR1) {
    decoder->context->opaque = decoder;
    decoder->context->get_buffer2 = get_buffer;
  }
  if (setup->header_size > 0) {
    // Freed with the context.
    decoder->context->extradata = library.av_mallocz_(setup->header_size + AV_INPUT_BUFFER_PADDING_SIZE);
    if (decoder->context->extradata == NULL) {
      compiled_close(decoder);
      return CAVCODEC_NO_MEMORY;
    }
    memcpy(decoder->context->extradata, setup->headers, setup->header_size);
    decoder->context->extradata_size = (int)setup->header_size;
  }
  int error = library.avcodec_open2_(decoder->context, codec, NULL);
  if (error < 0) {
    compiled_close(decoder);
    return error;
  }
  *result = decoder;
  return 0;
}

int compiled_send(cavcodec_decoder *decoder, const uint8_t *bytes, size_t count) {
  int error = renew(&decoder->input, count + AV_INPUT_BUFFER_PADDING_SIZE);
  if (error < 0) return error;
  memcpy(decoder->input->data, bytes, count);
  memset(decoder->input->data + count, 0, AV_INPUT_BUFFER_PADDING_SIZE);
  // With a buffer of its own the packet is referred to; without, it would be copied again.
  decoder->packet->buf = decoder->input;
  decoder->packet->data = decoder->input->data;
  decoder->packet->size = (int)count;
  int result = library.avcodec_send_packet_(decoder->context, decoder->packet);
  decoder->packet->buf = NULL;
  decoder->packet->data = NULL;
  decoder->packet->size = 0;
  return result;
}

int compiled_send_end(cavcodec_decoder *decoder) {
  return library.avcodec_send_packet_(decoder->context, NULL);
}

int compiled_receive(cavcodec_decoder *decoder, cavcodec_block *block) {
  AVFrame *frame = decoder->frame;
  int result = library.avcodec_receive_frame_(decoder->context, frame);
  if (result == AVERROR(EAGAIN) || result == AVERROR_EOF) return 0;
  if (result < 0) return result;
#if HAS_CHANNEL_LAYOUT_STRUCT
  int channels = frame->ch_layout.nb_channels;
  uint64_t mask = frame->ch_layout.order == AV_CHANNEL_ORDER_NATIVE ? frame->ch_layout.u.mask : 0;
#else
  int channels = frame->channels;
  uint64_t mask = frame->channel_layout;
#endif
  switch (frame->format) {
    case AV_SAMPLE_FMT_U8: case AV_SAMPLE_FMT_U8P: case AV_SAMPLE_FMT_S16: case AV_SAMPLE_FMT_S16P:
    case AV_SAMPLE_FMT_S32: case AV_SAMPLE_FMT_S32P: case AV_SAMPLE_FMT_FLT: case AV_SAMPLE_FMT_FLTP:
    case AV_SAMPLE_FMT_DBL: case AV_SAMPLE_FMT_DBLP: break;
    default: return AVERROR_PATCHWELCOME;
  }
  if (channels < 1 || channels > MAX_CHANNELS || frame->nb_samples < 0 || frame->sample_rate <= 0) {
    return AVERROR_INVALIDDATA;
  }
  block->frames = frame->nb_samples;
  block->sample_rate = frame->sample_rate;
  block->channels = channels;
  block->channel_mask = mask;
  return 1;
}

// Writes `count` samples of one type, `step` apart, the value of each scaled.
#define COPY(type, value)                                                   \
  do {                                                                      \
    const type *source = (const type *)plane;                               \
    for (int i = 0; i < count; i++) samples[(size_t)i * step] = value;      \
  } while (0)

static void copy_plane(enum AVSampleFormat format, const uint8_t *plane, int count, float *samples, int step) {
  switch (format) {
    case AV_SAMPLE_FMT_U8: case AV_SAMPLE_FMT_U8P: COPY(uint8_t, (float)(source[i] - 128) / 128); break;
    case AV_SAMPLE_FMT_S16: case AV_SAMPLE_FMT_S16P: COPY(int16_t, (float)source[i] / 32768); break;
    case AV_SAMPLE_FMT_S32: case AV_SAMPLE_FMT_S32P: COPY(int32_t, (float)source[i] / 2147483648.0f); break;
    case AV_SAMPLE_FMT_FLT: case AV_SAMPLE_FMT_FLTP: COPY(float, source[i]); break;
    case AV_SAMPLE_FMT_DBL: case AV_SAMPLE_FMT_DBLP: COPY(double, (float)source[i]); break;
    default: break;  // cavcodec_receive lets no other through
  }
}

void compiled_copy(const cavcodec_decoder *decoder, float *samples) {
  const AVFrame *frame = decoder->frame;
#if HAS_CHANNEL_LAYOUT_STRUCT
  int channels = frame->ch_layout.nb_channels;
#else
  int channels = frame->channels;
#endif
  // Of the formats that cavcodec_receive lets through, the planar ones come behind the interleaved ones.
  if (frame->format < AV_SAMPLE_FMT_U8P) {
    copy_plane(frame->format, frame->extended_data[0], frame->nb_samples * channels, samples, 1);
    return;
  }
  if (frame->format == AV_SAMPLE_FMT_FLTP && channels == 2) {  // most sound by far: in one go
    const float *left = (const float *)frame->extended_data[0];
    const float *right = (const float *)frame->extended_data[1];
    for (int i = 0; i < frame->nb_samples; i++) {
      samples[2 * i] = left[i];
      samples[2 * i + 1] = right[i];
    }
    return;
  }
  for (int channel = 0; channel < channels; channel++) {
    copy_plane(frame->format, frame->extended_data[channel], frame->nb_samples, samples + channel, channels);
  }
}

void compiled_close(cavcodec_decoder *decoder) {
  if (decoder == NULL) return;
  if (decoder->frame != NULL) library.av_frame_free_(&decoder->frame);
  if (decoder->packet != NULL) library.av_packet_free_(&decoder->packet);
  if (decoder->context != NULL) library.avcodec_free_context_(&decoder->context);
  if (decoder->output != NULL) library.av_buffer_unref_(&decoder->output);
  if (decoder->input != NULL) library.av_buffer_unref_(&decoder->input);
  free(decoder);
}

void compiled_error_text(int error, char *text, size_t size) {
  if (compiled_problem()[0] != '\0' || library.av_strerror_(error, text, size) < 0) {
    snprintf(text, size, "error %d", error);
  }
}

#define AES_BLOCK 16

struct cavcodec_cipher {
  struct AVAES *state;
  uint8_t vector[AES_BLOCK];
};

int compiled_cipher_open(cavcodec_cipher **result, const uint8_t *key, const uint8_t *vector) {
  *result = NULL;
  if (compiled_problem()[0] != '\0') return CAVCODEC_NO_LIBRARY;
  cavcodec_cipher *cipher = calloc(1, sizeof *cipher);
  if (cipher == NULL) return CAVCODEC_NO_MEMORY;
  cipher->state = library.av_aes_alloc_();
  if (cipher->state == NULL) {
    free(cipher);
    return CAVCODEC_NO_MEMORY;
  }
  memcpy(cipher->vector, vector, AES_BLOCK);
  int error = library.av_aes_init_(cipher->state, key, 8 * AES_BLOCK, 1);
  if (error < 0) {
    compiled_cipher_close(cipher);
    return error;
  }
  *result = cipher;
  return 0;
}

void compiled_cipher_decrypt(cavcodec_cipher *cipher, uint8_t *plain, const uint8_t *bytes, size_t blocks) {
  library.av_aes_crypt_(cipher->state, plain, bytes, (int)blocks, cipher->vector, 1);
}

void compiled_cipher_close(cavcodec_cipher *cipher) {
  if (cipher == NULL) return;
  library.av_free_(cipher->state);
  free(cipher);
}

const cavcodec_interface cavcodec_compiled_interface = {
  .layout = CAVCODEC_LAYOUT,
  .version = LIBAVCODEC_VERSION_MAJOR,
  .problem = compiled_problem,
  .open = compiled_open,
  .send = compiled_send,
  .send_end = compiled_send_end,
  .receive = compiled_receive,
  .copy = compiled_copy,
  .close = compiled_close,
  .error_text = compiled_error_text,
  .open_picture = compiled_open_picture,
  .receive_picture = compiled_receive_picture,
  .copy_row = compiled_copy_row,
  .cipher_open = compiled_cipher_open,
  .cipher_decrypt = compiled_cipher_decrypt,
  .cipher_close = compiled_cipher_close,
};
