#include "CAVCodec.h"

#include <dlfcn.h>
#include <libavcodec/avcodec.h>
#include <libavutil/channel_layout.h>
#include <libavutil/log.h>
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

// The functions used, by their names.
#define CODEC_FUNCTIONS(F)                                                                                       \
  F(avcodec_find_decoder) F(avcodec_alloc_context3) F(avcodec_open2) F(avcodec_free_context)                     \
  F(avcodec_send_packet) F(avcodec_receive_frame) F(avcodec_flush_buffers) F(av_packet_alloc) F(av_packet_free)
#define UTIL_FUNCTIONS(F) F(av_frame_alloc) F(av_frame_free) F(av_strerror) F(av_log_set_level)

#define DECLARE_FUNCTION(name) __typeof__(&name) name##_;
static struct {
  CODEC_FUNCTIONS(DECLARE_FUNCTION)
  UTIL_FUNCTIONS(DECLARE_FUNCTION)
} library;

static pthread_once_t load_once = PTHREAD_ONCE_INIT;
static char problem[256] = "";

// A channel's plane pointers beyond this count are not handed out: no ADTS stream has more.
#define MAX_PLANES 64

struct cavcodec_decoder {
  AVCodecContext *context;
  AVPacket *packet;
  AVFrame *frame;
  uint8_t *input;  // the packet's copy, with the zeros behind it that bit readers may touch
  size_t input_size;
  const float *planes[MAX_PLANES];
};

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

int cavcodec_library_version(void) { return LIBAVCODEC_VERSION_MAJOR; }

const char *cavcodec_library_problem(void) {
  pthread_once(&load_once, load);
  return problem;
}

int cavcodec_open(cavcodec_decoder **result) {
  *result = NULL;
  if (cavcodec_library_problem()[0] != '\0') return CAVCODEC_NO_LIBRARY;
  const AVCodec *codec = library.avcodec_find_decoder_(AV_CODEC_ID_AAC);
  if (codec == NULL) return CAVCODEC_NO_DECODER;
  cavcodec_decoder *decoder = calloc(1, sizeof *decoder);
  if (decoder == NULL) return CAVCODEC_NO_MEMORY;
  decoder->context = library.avcodec_alloc_context3_(codec);
  decoder->packet = library.av_packet_alloc_();
  decoder->frame = library.av_frame_alloc_();
  if (decoder->context == NULL || decoder->packet == NULL || decoder->frame == NULL) {
    cavcodec_close(decoder);
    return CAVCODEC_NO_MEMORY;
  }
  decoder->context->thread_count = 1;
  int error = library.avcodec_open2_(decoder->context, codec, NULL);
  if (error < 0) {
    cavcodec_close(decoder);
    return error;
  }
  *result = decoder;
  return 0;
}

int cavcodec_send(cavcodec_decoder *decoder, const uint8_t *bytes, size_t count) {
  size_t needed = count + AV_INPUT_BUFFER_PADDING_SIZE;
  if (needed > decoder->input_size) {
    uint8_t *larger = realloc(decoder->input, needed);
    if (larger == NULL) return AVERROR(ENOMEM);
    decoder->input = larger;
    decoder->input_size = needed;
  }
  memcpy(decoder->input, bytes, count);
  memset(decoder->input + count, 0, AV_INPUT_BUFFER_PADDING_SIZE);
  decoder->packet->data = decoder->input;
  decoder->packet->size = (int)count;
  int result = library.avcodec_send_packet_(decoder->context, decoder->packet);
  decoder->packet->data = NULL;
  decoder->packet->size = 0;
  return result;
}

int cavcodec_send_end(cavcodec_decoder *decoder) {
  return library.avcodec_send_packet_(decoder->context, NULL);
}

int cavcodec_receive(cavcodec_decoder *decoder, cavcodec_block *block) {
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
  int is_interleaved = frame->format == AV_SAMPLE_FMT_FLT;
  if (!is_interleaved && frame->format != AV_SAMPLE_FMT_FLTP) return AVERROR_PATCHWELCOME;
  if (channels < 1 || channels > MAX_PLANES || frame->nb_samples < 0 || frame->sample_rate <= 0) {
    return AVERROR_INVALIDDATA;
  }
  for (int plane = 0; plane < (is_interleaved ? 1 : channels); plane++) {
    decoder->planes[plane] = (const float *)frame->extended_data[plane];
  }
  block->planes = decoder->planes;
  block->is_interleaved = is_interleaved;
  block->frames = frame->nb_samples;
  block->sample_rate = frame->sample_rate;
  block->channels = channels;
  block->channel_mask = mask;
  return 1;
}

void cavcodec_flush(cavcodec_decoder *decoder) { library.avcodec_flush_buffers_(decoder->context); }

void cavcodec_close(cavcodec_decoder *decoder) {
  if (decoder == NULL) return;
  if (decoder->frame != NULL) library.av_frame_free_(&decoder->frame);
  if (decoder->packet != NULL) library.av_packet_free_(&decoder->packet);
  if (decoder->context != NULL) library.avcodec_free_context_(&decoder->context);
  free(decoder->input);
  free(decoder);
}

void cavcodec_error_text(int error, char *text, size_t size) {
  if (cavcodec_library_problem()[0] != '\0' || library.av_strerror_(error, text, size) < 0) {
    snprintf(text, size, "error %d", error);
  }
}
