// The functions of libpulse that are used here, found when the first of them is needed.
//
// Only who plays to a sound server pays for loading the library.
#include "CPulse.h"

#include "CLoading.h"

// F(result, return or nothing, name, (parameters), (arguments))
#define FUNCTIONS(F)                                                                                                       \
  F(pa_mainloop *, return, pa_mainloop_new, (void), ())                                                                    \
  F(void, , pa_mainloop_free, (pa_mainloop *loop), (loop))                                                                 \
  F(pa_mainloop_api *, return, pa_mainloop_get_api, (pa_mainloop *loop), (loop))                                           \
  F(void, , pa_mainloop_set_poll_func, (pa_mainloop *loop, pa_poll_func function, void *userdata),                         \
    (loop, function, userdata))                                                                                            \
  F(int, return, pa_mainloop_iterate, (pa_mainloop *loop, int block, int *result), (loop, block, result))                  \
  F(pa_context *, return, pa_context_new, (pa_mainloop_api *api, const char *name), (api, name))                           \
  F(void, , pa_context_unref, (pa_context *context), (context))                                                            \
  F(int, return, pa_context_connect,                                                                                       \
    (pa_context *context, const char *server, int flags, const pa_spawn_api *spawn), (context, server, flags, spawn))      \
  F(void, , pa_context_disconnect, (pa_context *context), (context))                                                       \
  F(int, return, pa_context_get_state, (const pa_context *context), (context))                                             \
  F(int, return, pa_context_errno, (const pa_context *context), (context))                                                 \
  F(pa_operation *, return, pa_context_get_server_info,                                                                    \
    (pa_context *context, pa_server_info_cb_t callback, void *userdata), (context, callback, userdata))                    \
  F(pa_operation *, return, pa_context_get_sink_info_by_index,                                                             \
    (pa_context *context, uint32_t index, pa_sink_info_cb_t callback, void *userdata),                                     \
    (context, index, callback, userdata))                                                                                  \
  F(pa_channel_map *, return, pa_channel_map_init_extend, (pa_channel_map *map, unsigned channels, int definition),        \
    (map, channels, definition))                                                                                           \
  F(pa_stream *, return, pa_stream_new,                                                                                    \
    (pa_context *context, const char *name, const pa_sample_spec *specification, const pa_channel_map *map),               \
    (context, name, specification, map))                                                                                   \
  F(void, , pa_stream_unref, (pa_stream *stream), (stream))                                                                \
  F(int, return, pa_stream_connect_playback,                                                                               \
    (pa_stream *stream, const char *sink, const pa_buffer_attr *attributes, int flags, const pa_cvolume *volume,           \
     pa_stream *synchronized),                                                                                             \
    (stream, sink, attributes, flags, volume, synchronized))                                                               \
  F(int, return, pa_stream_disconnect, (pa_stream *stream), (stream))                                                      \
  F(int, return, pa_stream_get_state, (const pa_stream *stream), (stream))                                                 \
  F(uint32_t, return, pa_stream_get_device_index, (const pa_stream *stream), (stream))                                     \
  F(int, return, pa_stream_write,                                                                                          \
    (pa_stream *stream, const void *data, size_t bytes, pa_free_cb_t release, int64_t offset, int seek),                   \
    (stream, data, bytes, release, offset, seek))                                                                          \
  F(void, , pa_stream_set_underflow_callback, (pa_stream *stream, pa_stream_notify_cb_t callback, void *userdata),         \
    (stream, callback, userdata))                                                                                          \
  F(pa_operation *, return, pa_stream_update_timing_info,                                                                  \
    (pa_stream *stream, pa_stream_success_cb_t callback, void *userdata), (stream, callback, userdata))                    \
  F(const pa_timing_info *, return, pa_stream_get_timing_info, (pa_stream *stream), (stream))                              \
  F(int, return, pa_operation_get_state, (const pa_operation *operation), (operation))                                     \
  F(void, , pa_operation_cancel, (pa_operation *operation), (operation))                                                   \
  F(void, , pa_operation_unref, (pa_operation *operation), (operation))

CLOADING_NAMESAKES("libpulse.so.0", cpulse_problem, FUNCTIONS)
