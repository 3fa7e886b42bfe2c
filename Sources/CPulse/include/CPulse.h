// The part of libpulse that is used here, as Swift sees it. libpulse is loaded at the first use: see CPulse.c.
//
// Written after libpulse's reference (https://freedesktop.org/software/pulseaudio/doxygen/): its binary interface has not
// changed since 2009, and the headers need not be installed. Names and meanings are libpulse's own.
#ifndef SPRINGRADIO_CPULSE_H
#define SPRINGRADIO_CPULSE_H

#include <poll.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/time.h>

typedef struct pa_mainloop pa_mainloop;
typedef struct pa_mainloop_api pa_mainloop_api;
typedef struct pa_context pa_context;
typedef struct pa_stream pa_stream;
typedef struct pa_operation pa_operation;
typedef struct pa_proplist pa_proplist;
typedef struct pa_spawn_api pa_spawn_api;

enum { CPULSE_CONTEXT_READY = 4, CPULSE_STREAM_READY = 2, CPULSE_OPERATION_RUNNING = 0 };
enum { CPULSE_SAMPLE_FLOAT32LE = 5, CPULSE_SAMPLE_FLOAT32BE = 6, CPULSE_CHANNEL_MAP_ALSA = 1 };
enum { CPULSE_STREAM_ADJUST_LATENCY = 0x2000, CPULSE_SEEK_RELATIVE = 0, CPULSE_SEEK_ABSOLUTE = 1 };
enum {
  CPULSE_ERROR_ACCESS = 1,
  CPULSE_ERROR_NO_ENTITY = 5,
  CPULSE_ERROR_CONNECTION_REFUSED = 6,
  CPULSE_ERROR_CONNECTION_TERMINATED = 11,
  CPULSE_ERROR_KILLED = 12,
  CPULSE_ERROR_INVALID_SERVER = 13,
};

typedef struct {
  int format;
  uint32_t rate;
  uint8_t channels;
} pa_sample_spec;

typedef struct {
  uint8_t channels;
  int map[32];
} pa_channel_map;

typedef struct {
  uint8_t channels;
  uint32_t values[32];
} pa_cvolume;

// The members up to the last that is used.
typedef struct {
  const char *name;
  uint32_t index;
  const char *description;
  pa_sample_spec sample_spec;
  pa_channel_map channel_map;
  uint32_t owner_module;
  pa_cvolume volume;
  int mute;
  uint32_t monitor_source;
  const char *monitor_source_name;
  uint64_t latency;
  const char *driver;
} pa_sink_info;

typedef struct {
  const char *user_name;
  const char *host_name;
  const char *server_version;
  const char *server_name;
} pa_server_info;

typedef struct {
  uint32_t maxlength;
  uint32_t tlength;
  uint32_t prebuf;
  uint32_t minreq;
  uint32_t fragsize;
} pa_buffer_attr;

typedef struct {
  struct timeval timestamp;
  int synchronized_clocks;
  uint64_t sink_usec;
  uint64_t source_usec;
  uint64_t transport_usec;
  int playing;
  int write_index_corrupt;
  int64_t write_index;
  int read_index_corrupt;
  int64_t read_index;
  uint64_t configured_sink_usec;
  uint64_t configured_source_usec;
  int64_t since_underrun;
} pa_timing_info;

typedef int (*pa_poll_func)(struct pollfd *descriptors, unsigned long count, int timeout, void *userdata);
typedef void (*pa_stream_notify_cb_t)(pa_stream *stream, void *userdata);
typedef void (*pa_stream_success_cb_t)(pa_stream *stream, int success, void *userdata);
typedef void (*pa_free_cb_t)(void *data);
typedef void (*pa_sink_info_cb_t)(pa_context *context, const pa_sink_info *info, int end, void *userdata);
typedef void (*pa_server_info_cb_t)(pa_context *context, const pa_server_info *info, void *userdata);

// Why libpulse cannot be used; empty when it and all that is used of it is there. Without it, none of its functions may be
// called.
const char *cpulse_problem(void);

pa_mainloop *pa_mainloop_new(void);
void pa_mainloop_free(pa_mainloop *loop);
pa_mainloop_api *pa_mainloop_get_api(pa_mainloop *loop);
void pa_mainloop_set_poll_func(pa_mainloop *loop, pa_poll_func function, void *userdata);
int pa_mainloop_iterate(pa_mainloop *loop, int block, int *result);

pa_context *pa_context_new(pa_mainloop_api *api, const char *name);
void pa_context_unref(pa_context *context);
int pa_context_connect(pa_context *context, const char *server, int flags, const pa_spawn_api *spawn);
void pa_context_disconnect(pa_context *context);
int pa_context_get_state(const pa_context *context);
int pa_context_errno(const pa_context *context);
pa_operation *pa_context_get_server_info(pa_context *context, pa_server_info_cb_t callback, void *userdata);
pa_operation *pa_context_get_sink_info_by_index(
    pa_context *context, uint32_t index, pa_sink_info_cb_t callback, void *userdata);

pa_channel_map *pa_channel_map_init_extend(pa_channel_map *map, unsigned channels, int definition);
pa_stream *pa_stream_new(
    pa_context *context, const char *name, const pa_sample_spec *specification, const pa_channel_map *map);
void pa_stream_unref(pa_stream *stream);
int pa_stream_connect_playback(
    pa_stream *stream, const char *sink, const pa_buffer_attr *attributes, int flags, const pa_cvolume *volume,
    pa_stream *synchronized);
int pa_stream_disconnect(pa_stream *stream);
int pa_stream_get_state(const pa_stream *stream);
uint32_t pa_stream_get_device_index(const pa_stream *stream);
int pa_stream_write(
    pa_stream *stream, const void *data, size_t bytes, pa_free_cb_t release, int64_t offset, int seek);
void pa_stream_set_underflow_callback(pa_stream *stream, pa_stream_notify_cb_t callback, void *userdata);
pa_operation *pa_stream_update_timing_info(pa_stream *stream, pa_stream_success_cb_t callback, void *userdata);
const pa_timing_info *pa_stream_get_timing_info(pa_stream *stream);
int pa_operation_get_state(const pa_operation *operation);
void pa_operation_cancel(pa_operation *operation);
void pa_operation_unref(pa_operation *operation);

#endif
