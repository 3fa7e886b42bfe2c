// The functions of libasound that are used here, found when the first of them is needed.
//
// The program starts without the library: commands that play nothing do not load it, and a system without it can write
// sound to a file, or say what is missing.
#include "CALSA.h"

#include "CLoading.h"

// F(result, return or nothing, name, (parameters), (arguments))
#define FUNCTIONS(F)                                                                                               \
  F(int, return, snd_config_delete, (snd_config_t *config), (config))                                              \
  F(int, return, snd_config_get_string, (const snd_config_t *config, const char **value), (config, value))         \
  F(int, return, snd_config_search,                                                                                \
    (snd_config_t *config, const char *key, snd_config_t **result), (config, key, result))                         \
  F(int, return, snd_config_search_definition,                                                                     \
    (snd_config_t *config, const char *base, const char *key, snd_config_t **result), (config, base, key, result)) \
  F(void, , snd_config_unref, (snd_config_t *top), (top))                                                          \
  F(int, return, snd_config_update_ref, (snd_config_t **top), (top))                                               \
  F(int, return, snd_device_name_free_hint, (void **hints), (hints))                                               \
  F(char *, return, snd_device_name_get_hint, (const void *hint, const char *id), (hint, id))                      \
  F(int, return, snd_device_name_hint, (int card, const char *iface, void ***hints), (card, iface, hints))         \
  F(int, return, snd_lib_error_set_handler, (snd_lib_error_handler_t handler), (handler))                          \
  F(snd_pcm_sframes_t, return, snd_pcm_avail, (snd_pcm_t *pcm), (pcm))                                             \
  F(int, return, snd_pcm_close, (snd_pcm_t *pcm), (pcm))                                                           \
  F(int, return, snd_pcm_delay, (snd_pcm_t *pcm, snd_pcm_sframes_t *delayp), (pcm, delayp))                        \
  F(int, return, snd_pcm_drain, (snd_pcm_t *pcm), (pcm))                                                           \
  F(int, return, snd_pcm_drop, (snd_pcm_t *pcm), (pcm))                                                            \
  F(int, return, snd_pcm_hw_params, (snd_pcm_t *pcm, snd_pcm_hw_params_t *params), (pcm, params))                  \
  F(int, return, snd_pcm_hw_params_any, (snd_pcm_t *pcm, snd_pcm_hw_params_t *params), (pcm, params))              \
  F(void, , snd_pcm_hw_params_free, (snd_pcm_hw_params_t *params), (params))                                       \
  F(int, return, snd_pcm_hw_params_get_buffer_size,                                                                \
    (const snd_pcm_hw_params_t *params, snd_pcm_uframes_t *val), (params, val))                                    \
  F(int, return, snd_pcm_hw_params_get_period_size,                                                                \
    (const snd_pcm_hw_params_t *params, snd_pcm_uframes_t *frames, int *dir), (params, frames, dir))               \
  F(int, return, snd_pcm_hw_params_malloc, (snd_pcm_hw_params_t **params), (params))                               \
  F(int, return, snd_pcm_hw_params_set_access,                                                                     \
    (snd_pcm_t *pcm, snd_pcm_hw_params_t *params, snd_pcm_access_t access), (pcm, params, access))                  \
  F(int, return, snd_pcm_hw_params_set_buffer_time_near,                                                           \
    (snd_pcm_t *pcm, snd_pcm_hw_params_t *params, unsigned int *val, int *dir), (pcm, params, val, dir))           \
  F(int, return, snd_pcm_hw_params_set_channels_near,                                                              \
    (snd_pcm_t *pcm, snd_pcm_hw_params_t *params, unsigned int *val), (pcm, params, val))                          \
  F(int, return, snd_pcm_hw_params_set_format,                                                                     \
    (snd_pcm_t *pcm, snd_pcm_hw_params_t *params, snd_pcm_format_t val), (pcm, params, val))                       \
  F(int, return, snd_pcm_hw_params_set_period_time_near,                                                           \
    (snd_pcm_t *pcm, snd_pcm_hw_params_t *params, unsigned int *val, int *dir), (pcm, params, val, dir))           \
  F(int, return, snd_pcm_hw_params_set_rate_near,                                                                  \
    (snd_pcm_t *pcm, snd_pcm_hw_params_t *params, unsigned int *val, int *dir), (pcm, params, val, dir))           \
  F(int, return, snd_pcm_hw_params_set_rate_resample,                                                              \
    (snd_pcm_t *pcm, snd_pcm_hw_params_t *params, unsigned int val), (pcm, params, val))                           \
  F(int, return, snd_pcm_open,                                                                                     \
    (snd_pcm_t **pcm, const char *name, snd_pcm_stream_t stream, int mode), (pcm, name, stream, mode))             \
  F(int, return, snd_pcm_poll_descriptors,                                                                         \
    (snd_pcm_t *pcm, struct pollfd *pfds, unsigned int space), (pcm, pfds, space))                                 \
  F(int, return, snd_pcm_poll_descriptors_count, (snd_pcm_t *pcm), (pcm))                                          \
  F(int, return, snd_pcm_poll_descriptors_revents,                                                                 \
    (snd_pcm_t *pcm, struct pollfd *pfds, unsigned int nfds, unsigned short *revents), (pcm, pfds, nfds, revents)) \
  F(int, return, snd_pcm_prepare, (snd_pcm_t *pcm), (pcm))                                                         \
  F(int, return, snd_pcm_resume, (snd_pcm_t *pcm), (pcm))                                                          \
  F(int, return, snd_pcm_start, (snd_pcm_t *pcm), (pcm))                                                           \
  F(snd_pcm_state_t, return, snd_pcm_state, (snd_pcm_t *pcm), (pcm))                                               \
  F(int, return, snd_pcm_sw_params, (snd_pcm_t *pcm, snd_pcm_sw_params_t *params), (pcm, params))                  \
  F(int, return, snd_pcm_sw_params_current, (snd_pcm_t *pcm, snd_pcm_sw_params_t *params), (pcm, params))          \
  F(void, , snd_pcm_sw_params_free, (snd_pcm_sw_params_t *params), (params))                                       \
  F(int, return, snd_pcm_sw_params_malloc, (snd_pcm_sw_params_t **params), (params))                               \
  F(int, return, snd_pcm_sw_params_set_avail_min,                                                                  \
    (snd_pcm_t *pcm, snd_pcm_sw_params_t *params, snd_pcm_uframes_t val), (pcm, params, val))                      \
  F(int, return, snd_pcm_sw_params_set_start_threshold,                                                            \
    (snd_pcm_t *pcm, snd_pcm_sw_params_t *params, snd_pcm_uframes_t val), (pcm, params, val))                      \
  F(snd_pcm_sframes_t, return, snd_pcm_writei,                                                                     \
    (snd_pcm_t *pcm, const void *buffer, snd_pcm_uframes_t size), (pcm, buffer, size))                             \
  F(const char *, return, snd_strerror, (int errnum), (errnum))

CLOADING_NAMESAKES("libasound.so.2", calsa_problem, FUNCTIONS)

static void ignore_message(const char *file, int line, const char *function, int error, const char *format, ...) {
  (void)file;
  (void)line;
  (void)function;
  (void)error;
  (void)format;
}

CLOADING_HIDDEN int calsa_silence_messages(void) { return snd_lib_error_set_handler(ignore_message); }
