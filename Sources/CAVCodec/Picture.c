#include "Library.h"

#include <libavutil/pixfmt.h>

#define library cavcodec_library

// A pixel format with all components in one plane: where they stand in a pixel, in bytes. Of components with two bytes
// this is the place of the higher one.
typedef struct {
  enum AVPixelFormat format;
  int size;
  int red, green, blue;
  int alpha;  // -1: none
} packed_format;

static const packed_format packed_formats[] = {
  {AV_PIX_FMT_RGB24, 3, 0, 1, 2, -1},    {AV_PIX_FMT_BGR24, 3, 2, 1, 0, -1},    {AV_PIX_FMT_RGBA, 4, 0, 1, 2, 3},
  {AV_PIX_FMT_BGRA, 4, 2, 1, 0, 3},      {AV_PIX_FMT_ARGB, 4, 1, 2, 3, 0},      {AV_PIX_FMT_ABGR, 4, 3, 2, 1, 0},
  {AV_PIX_FMT_RGB48BE, 6, 0, 2, 4, -1},  {AV_PIX_FMT_RGBA64BE, 8, 0, 2, 4, 6},  {AV_PIX_FMT_RGB48LE, 6, 1, 3, 5, -1},
  {AV_PIX_FMT_RGBA64LE, 8, 1, 3, 5, 7},  {AV_PIX_FMT_GRAY8, 1, 0, 0, 0, -1},    {AV_PIX_FMT_YA8, 2, 0, 0, 0, 1},
  {AV_PIX_FMT_GRAY16BE, 2, 0, 0, 0, -1}, {AV_PIX_FMT_GRAY16LE, 2, 1, 1, 1, -1}, {AV_PIX_FMT_YA16BE, 4, 0, 0, 0, 2},
  {AV_PIX_FMT_YA16LE, 4, 1, 1, 1, 3},
};

// A pixel format with a plane for luma and two for colour differences.
typedef struct {
  enum AVPixelFormat format;
  int shift_x, shift_y;  // binary logarithms of the pixels that share a colour difference
  int has_alpha;         // in the fourth plane
  int is_full;           // 0...255 instead of 16...235
} planar_format;

static const planar_format planar_formats[] = {
  {AV_PIX_FMT_YUV420P, 1, 1, 0, 0},  {AV_PIX_FMT_YUV422P, 1, 0, 0, 0},  {AV_PIX_FMT_YUV444P, 0, 0, 0, 0},
  {AV_PIX_FMT_YUV440P, 0, 1, 0, 0},  {AV_PIX_FMT_YUV411P, 2, 0, 0, 0},  {AV_PIX_FMT_YUV410P, 2, 2, 0, 0},
  {AV_PIX_FMT_YUVA420P, 1, 1, 1, 0}, {AV_PIX_FMT_YUVA422P, 1, 0, 1, 0}, {AV_PIX_FMT_YUVA444P, 0, 0, 1, 0},
  {AV_PIX_FMT_YUVJ420P, 1, 1, 0, 1}, {AV_PIX_FMT_YUVJ422P, 1, 0, 0, 1}, {AV_PIX_FMT_YUVJ444P, 0, 0, 0, 1},
  {AV_PIX_FMT_YUVJ440P, 0, 1, 0, 1}, {AV_PIX_FMT_YUVJ411P, 2, 0, 0, 1},
};

#define COUNT(table) (sizeof table / sizeof table[0])

static const packed_format *find_packed(int format) {
  for (size_t i = 0; i < COUNT(packed_formats); i++) {
    if (packed_formats[i].format == format) return &packed_formats[i];
  }
  return NULL;
}

static const planar_format *find_planar(int format) {
  for (size_t i = 0; i < COUNT(planar_formats); i++) {
    if (planar_formats[i].format == format) return &planar_formats[i];
  }
  return NULL;
}

int compiled_open_picture(const char *name, int64_t pixels, cavcodec_decoder **result) {
  *result = NULL;
  cavcodec_decoder *decoder;
  int made = compiled_make(name, &decoder);
  if (made != 0) return made;
  if (decoder->context->codec_type != AVMEDIA_TYPE_VIDEO) {
    compiled_close(decoder);
    return CAVCODEC_NO_DECODER;
  }
  decoder->context->max_pixels = pixels;
  int error = library.avcodec_open2_(decoder->context, NULL, NULL);
  if (error < 0) {
    compiled_close(decoder);
    return error;
  }
  *result = decoder;
  return 0;
}

int compiled_receive_picture(cavcodec_decoder *decoder, cavcodec_size *size) {
  AVFrame *frame = decoder->frame;
  int result = library.avcodec_receive_frame_(decoder->context, frame);
  if (result == AVERROR(EAGAIN) || result == AVERROR_EOF) return 0;
  if (result < 0) return result;
  if (frame->width <= 0 || frame->height <= 0 || frame->width > decoder->context->max_pixels / frame->height) {
    return AVERROR_INVALIDDATA;
  }
  int planes;
  switch (frame->format) {
    case AV_PIX_FMT_MONOBLACK: case AV_PIX_FMT_MONOWHITE: planes = 1; break;
    case AV_PIX_FMT_PAL8: planes = 2; break;
    case AV_PIX_FMT_GBRP: planes = 3; break;
    case AV_PIX_FMT_GBRAP: planes = 4; break;
    default: {
      const planar_format *planar = find_planar(frame->format);
      if (planar == NULL && find_packed(frame->format) == NULL) return AVERROR_PATCHWELCOME;
      planes = planar == NULL ? 1 : 3 + planar->has_alpha;
    }
  }
  for (int plane = 0; plane < planes; plane++) {
    if (frame->data[plane] == NULL) return AVERROR_INVALIDDATA;
  }
  size->width = frame->width;
  size->height = frame->height;
  return 1;
}

static uint8_t multiplied(int value, int alpha) { return (uint8_t)((value * alpha + 127) / 255); }

static void put(uint8_t *pixel, int red, int green, int blue, int alpha) {
  pixel[0] = multiplied(red, alpha);
  pixel[1] = multiplied(green, alpha);
  pixel[2] = multiplied(blue, alpha);
  pixel[3] = (uint8_t)alpha;
}

static int clamped(int value) { return value < 0 ? 0 : value > 255 ? 255 : value; }

// Luma and colour differences to red, green and blue (ITU-R BT.601), in fixed point with 16 bits behind the point.
static void put_luma(uint8_t *pixel, int luma, int u, int v, int alpha, int is_full) {
  int scaled = is_full ? luma * 65536 : (luma - 16) * 76309;
  int to_red = is_full ? 91881 : 104597;
  int u_to_green = is_full ? 22554 : 25675;
  int v_to_green = is_full ? 46802 : 53279;
  int to_blue = is_full ? 116130 : 132201;
  scaled += 32768;
  // A negative number must not be shifted to the right: the bias of 1024 keeps it above zero.
  int bias = 1 << 26;
  int red = ((scaled + to_red * (v - 128) + bias) >> 16) - 1024;
  int green = ((scaled - u_to_green * (u - 128) - v_to_green * (v - 128) + bias) >> 16) - 1024;
  int blue = ((scaled + to_blue * (u - 128) + bias) >> 16) - 1024;
  put(pixel, clamped(red), clamped(green), clamped(blue), alpha);
}

static const uint8_t *row_of(const AVFrame *frame, int plane, int row) {
  return frame->data[plane] + (ptrdiff_t)row * frame->linesize[plane];
}

void compiled_copy_row(const cavcodec_decoder *decoder, int row, uint8_t *pixels) {
  const AVFrame *frame = decoder->frame;
  const uint8_t *first = row_of(frame, 0, row);
  int width = frame->width;
  const packed_format *packed = find_packed(frame->format);
  if (packed != NULL) {
    for (int x = 0; x < width; x++, first += packed->size) {
      int alpha = packed->alpha < 0 ? 255 : first[packed->alpha];
      put(pixels + 4 * x, first[packed->red], first[packed->green], first[packed->blue], alpha);
    }
    return;
  }
  const planar_format *planar = find_planar(frame->format);
  if (planar != NULL) {
    // JPEG always uses the full range, also where a later version has no formats of their own for it.
    int is_full = planar->is_full || decoder->context->codec_id == AV_CODEC_ID_MJPEG;
    const uint8_t *u = row_of(frame, 1, row >> planar->shift_y);
    const uint8_t *v = row_of(frame, 2, row >> planar->shift_y);
    const uint8_t *alpha = planar->has_alpha ? row_of(frame, 3, row) : NULL;
    for (int x = 0; x < width; x++) {
      int place = x >> planar->shift_x;
      put_luma(pixels + 4 * x, first[x], u[place], v[place], alpha != NULL ? alpha[x] : 255, is_full);
    }
    return;
  }
  switch (frame->format) {
    case AV_PIX_FMT_MONOBLACK: case AV_PIX_FMT_MONOWHITE:
      for (int x = 0; x < width; x++) {
        int bit = first[x >> 3] >> (7 - (x & 7)) & 1;
        int value = bit == (frame->format == AV_PIX_FMT_MONOBLACK) ? 255 : 0;
        put(pixels + 4 * x, value, value, value, 255);
      }
      break;
    case AV_PIX_FMT_PAL8:
      for (int x = 0; x < width; x++) {
        // A colour is a number in the machine's order: alpha, red, green, blue.
        uint32_t color = ((const uint32_t *)frame->data[1])[first[x]];
        put(pixels + 4 * x, color >> 16 & 255, color >> 8 & 255, color & 255, color >> 24);
      }
      break;
    case AV_PIX_FMT_GBRP: case AV_PIX_FMT_GBRAP: {
      const uint8_t *blue = row_of(frame, 1, row);
      const uint8_t *red = row_of(frame, 2, row);
      const uint8_t *alpha = frame->format == AV_PIX_FMT_GBRAP ? row_of(frame, 3, row) : NULL;
      for (int x = 0; x < width; x++) put(pixels + 4 * x, red[x], first[x], blue[x], alpha != NULL ? alpha[x] : 255);
      break;
    }
    default: break;  // cavcodec_receive_picture lets no other through
  }
}
