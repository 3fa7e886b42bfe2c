// A sound device for tests: an ALSA plugin that plays into a file at the pace of the clock, and has whatever fault a control
// file names. `ALSADouble.swift` builds and steers it.
//
// Its folder holds
//   control  the fault and, if it is to pass by itself, how often it strikes: "ok", "gone", "underruns 3"
//   heard    what a listener would have heard since the test began, in the device's own format, silence where nothing played
//   log      a line for everything that was asked of it: seconds since the test began, and what
#include <alsa/asoundlib.h>
#include <alsa/pcm_external.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

// A new fault is a line here, and a case in ALSADouble.Fault.
static const struct fault {
  const char *name;
  int open, write, prepare, resume;  // what these calls fail with
  bool stuck;                        // takes nothing and plays nothing
  bool hangs;                        // no call returns
  bool hasty;                        // says that it has played a twentieth of a second more than it has
  bool remote;                       // what it plays is heard 80 ms later
} faults[] = {
  {"ok"},
  {"busy", .open = -EBUSY},
  {"refused", .open = -ECONNREFUSED, .write = -EIO, .prepare = -EIO},  // as a sound server that was killed
  {"gone", .open = -ENODEV, .write = -ENODEV, .prepare = -ENODEV},     // as a card that was pulled out
  {"underruns", .write = -EPIPE},
  {"errors", .write = -EIO},
  {"suspended", .write = -ESTRPIPE, .resume = -EAGAIN},
  {"stuck", .stuck = true},
  {"hanging", .hangs = true},
  {"hasty", .hasty = true},  // as a sound server that stood still, to its client, which knows the time
  {"remote", .remote = true},
};

struct device {
  snd_pcm_ioplug_t io;
  char folder[512];
  long long epoch;       // when the test began, in nanoseconds of the monotonic clock
  long long last;        // when `played` was brought up to date
  double played;         // frames played since it was prepared
  long written;          // frames taken since it was prepared
  long base;             // where the first of them is in `heard`, once it is running
  bool running;
  bool patient;          // waits for its writer: it never runs out of what it plays
  int heard;
  char *waiting;         // what was taken before it was started
  long frame;            // bytes of one
};

static long rateOf(struct device *device) { return device->io.rate; }

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static FILE *file(struct device *device, const char *name, const char *mode) {
  char path[600];
  snprintf(path, sizeof path, "%s/%s", device->folder, name);
  return fopen(path, mode);
}

static void note(struct device *device, const char *what, int result) {
  FILE *log = file(device, "log", "ae");
  if (!log) return;
  fprintf(log, "%.3f %s %d\n", (now() - device->epoch) / 1e9, what, result);
  fclose(log);
}

// The fault of the moment. One that `strikes` is used up by that.
static const struct fault *fault(struct device *device, bool strikes) {
  char name[32] = "ok";
  int count = 0, fields = 0;
  FILE *control = file(device, "control", "re");
  if (control) {
    fields = fscanf(control, "%31s %d", name, &count);
    fclose(control);
  }
  if (strikes && fields == 2 && (control = file(device, "control", "we"))) {
    if (count > 1) fprintf(control, "%s %d", name, count - 1); else fprintf(control, "ok");
    fclose(control);
  }
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
    if (!strcmp(faults[i].name, name)) return &faults[i];
  return faults;
}

// What a call comes to: the error that the fault has for it, or 0. Hangs as long as the fault does.
static int outcome(struct device *device, const char *call, size_t member) {
  const struct fault *current;
  if (fault(device, false)->hangs) note(device, "hang", 0);
  while ((current = fault(device, false))->hangs) usleep(20000);
  int error = *(const int *)((const char *)current + member);
  if (error) fault(device, true);
  if (error || member != offsetof(struct fault, write)) note(device, call, error);
  return error;
}
#define OUTCOME(device, call) outcome(device, #call, offsetof(struct fault, call))

static void play(struct device *device) {
  long long time = now();
  if (device->running && !fault(device, false)->stuck) device->played += (time - device->last) / 1e9 * rateOf(device);
  device->last = time;
}

// Plays from here on what was written and not played.
static void run(struct device *device) {
  device->last = now();
  device->base = (device->last - device->epoch) / 1e9 * rateOf(device) - (long)device->played;
  device->running = true;
}

static int start(snd_pcm_ioplug_t *io) {
  struct device *device = io->private_data;
  note(device, "start", 0);
  run(device);
  return pwrite(device->heard, device->waiting, device->written * device->frame, device->base * device->frame) < 0 ? -errno : 0;
}

static int stop(snd_pcm_ioplug_t *io) {
  struct device *device = io->private_data;
  play(device);
  note(device, "stop", 0);
  // What was not played is not heard.
  if (device->running && device->played < device->written && ftruncate(device->heard, (device->base + (long)device->played) * device->frame))
    note(device, "truncate", -errno);
  device->running = false;
  return 0;
}

static snd_pcm_sframes_t pointer(snd_pcm_ioplug_t *io) {
  struct device *device = io->private_data;
  play(device);
  // One frame stays, since an empty buffer and a full one look alike.
  if (device->patient && device->running && device->played >= device->written)
    device->played = device->written > 0 ? device->written - 1 : 0;
  if (device->running && device->played > device->written) return -EPIPE;
  long played = device->played;
  if (device->running && fault(device, false)->hasty) {
    played += rateOf(device) / 20;
    if (played > device->written) played = device->written;
  }
  return played % io->buffer_size;
}

static int delay(snd_pcm_ioplug_t *io, snd_pcm_sframes_t *frames) {
  struct device *device = io->private_data;
  snd_pcm_sframes_t played = pointer(io);
  if (played < 0) return played;
  *frames = device->written - (long)device->played;
  if (fault(device, false)->hasty) *frames -= *frames < rateOf(device) / 20 ? *frames : rateOf(device) / 20;
  if (fault(device, false)->remote) *frames += rateOf(device) * 8 / 100;
  return 0;
}

// A card would say EAGAIN at once; a sound server, which this is when it is hasty, answers when all was heard.
static int drain(snd_pcm_ioplug_t *io) {
  struct device *device = io->private_data;
  if (!fault(device, false)->hasty) return -EAGAIN;
  note(device, "drain", 0);
  for (play(device); device->running && device->played < device->written; play(device)) usleep(1000);
  return 0;
}

static snd_pcm_sframes_t transfer(
  snd_pcm_ioplug_t *io, const snd_pcm_channel_area_t *areas, snd_pcm_uframes_t offset, snd_pcm_uframes_t size
) {
  struct device *device = io->private_data;
  int error = OUTCOME(device, write);
  if (error) {
    // Whatever a plugin's write fails with, libasound says "broken pipe"; the state is what it believes.
    play(device);
    device->running = device->running && error != -ESTRPIPE;
    snd_pcm_ioplug_set_state(io, error == -ESTRPIPE ? SND_PCM_STATE_SUSPENDED : SND_PCM_STATE_XRUN);
    return error;
  }
  const char *frames = (const char *)areas->addr + (areas->first + areas->step * offset) / 8;
  if (device->running) {
    if (pwrite(device->heard, frames, size * device->frame, (device->base + device->written) * device->frame) < 0) return -errno;
  } else if (device->written + size > io->buffer_size) {
    return -EPIPE;
  } else {
    memcpy(device->waiting + device->written * device->frame, frames, size * device->frame);
  }
  device->written += size;
  return size;
}

static int prepare(snd_pcm_ioplug_t *io) {
  struct device *device = io->private_data;
  device->running = false;
  device->played = device->written = 0;
  free(device->waiting);
  device->waiting = calloc(io->buffer_size, device->frame);
  return OUTCOME(device, prepare);
}

static int resume(snd_pcm_ioplug_t *io) {
  struct device *device = io->private_data;
  int error = OUTCOME(device, resume);
  if (error) return error;
  if (device->played > 0 || device->written > 0) run(device);
  snd_pcm_ioplug_set_state(io, SND_PCM_STATE_RUNNING);
  return 0;
}

static int poll_revents(snd_pcm_ioplug_t *io, struct pollfd *descriptors, unsigned int count, unsigned short *events) {
  struct device *device = io->private_data;
  long long ticks;
  *events = 0;
  if (count && descriptors->revents & POLLIN && read(descriptors->fd, &ticks, sizeof ticks) < 0) return -errno;
  play(device);
  bool has_room = device->written - (long)device->played + (long)io->period_size <= (long)io->buffer_size;
  if (!fault(device, false)->stuck && has_room) *events = POLLOUT;
  return 0;
}

static int hw_params(snd_pcm_ioplug_t *io, snd_pcm_hw_params_t *params) {
  (void)params;
  char text[64];
  snprintf(text, sizeof text, "rate %u buffer %lu period", io->rate, io->buffer_size);
  note(io->private_data, text, io->period_size);
  return 0;
}

static int close_device(snd_pcm_ioplug_t *io) {
  struct device *device = io->private_data;
  note(device, "close", 0);
  close(io->poll_fd);
  close(device->heard);
  free(device->waiting);
  free(device);
  return 0;
}

static const snd_pcm_ioplug_callback_t callbacks = {
  .start = start, .stop = stop, .pointer = pointer, .delay = delay, .transfer = transfer, .drain = drain, .prepare = prepare,
  .resume = resume, .poll_revents = poll_revents, .hw_params = hw_params, .close = close_device,
};

static int constrain(snd_pcm_ioplug_t *io, unsigned int rate, snd_pcm_format_t format, unsigned int channels) {
  const unsigned int accesses[] = {SND_PCM_ACCESS_MMAP_INTERLEAVED, SND_PCM_ACCESS_RW_INTERLEAVED};
  const unsigned int formats[] = {format};
  int error = snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_ACCESS, 2, accesses);
  if (!error) error = snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_FORMAT, 1, formats);
  if (!error) error = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_CHANNELS, channels, channels);
  if (!error) error = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_RATE, rate, rate);
  if (!error) error = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_PERIOD_BYTES, 1024, 1 << 17);
  if (!error) error = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_BUFFER_BYTES, 4096, 1 << 19);
  if (!error) error = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_PERIODS, 2, 64);
  return error;
}

SND_PCM_PLUGIN_DEFINE_FUNC(double) {
  (void)root;
  const char *folder = "", *epoch = "0";
  const char *format = "S16_LE";
  long rate = 44100, channels = 2, patient = 0;
  snd_config_iterator_t position, next;
  snd_config_for_each(position, next, conf) {
    snd_config_t *entry = snd_config_iterator_entry(position);
    const char *key;
    if (snd_config_get_id(entry, &key) < 0) continue;
    if (!strcmp(key, "folder")) snd_config_get_string(entry, &folder);
    if (!strcmp(key, "epoch")) snd_config_get_string(entry, &epoch);
    if (!strcmp(key, "rate")) snd_config_get_integer(entry, &rate);
    if (!strcmp(key, "format")) snd_config_get_string(entry, &format);
    if (!strcmp(key, "channels")) snd_config_get_integer(entry, &channels);
    if (!strcmp(key, "patient")) snd_config_get_integer(entry, &patient);
  }
  struct device *device = calloc(1, sizeof *device);
  if (!device) return -ENOMEM;
  snprintf(device->folder, sizeof device->folder, "%s", folder);
  device->epoch = atoll(epoch);
  device->patient = patient;
  snd_pcm_format_t samples = snd_pcm_format_value(format);
  device->frame = snd_pcm_format_physical_width(samples) / 8 * channels;
  int error = OUTCOME(device, open);
  if (error) {
    free(device);
    return error;
  }
  char path[600];
  snprintf(path, sizeof path, "%s/heard", device->folder);
  device->heard = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  device->io.version = SND_PCM_IOPLUG_VERSION;
  device->io.name = "double";
  device->io.callback = &callbacks;
  device->io.private_data = device;
  device->io.poll_fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
  device->io.poll_events = POLLIN;
  const struct itimerspec tick = {{0, 20000000}, {0, 20000000}};
  timerfd_settime(device->io.poll_fd, 0, &tick, NULL);
  error = snd_pcm_ioplug_create(&device->io, name, stream, mode);
  if (error < 0) {
    close_device(&device->io);
    return error;
  }
  error = constrain(&device->io, rate, samples, channels);
  if (error < 0) {
    snd_pcm_ioplug_delete(&device->io);
    return error;
  }
  *pcmp = device->io.pcm;
  return 0;
}

SND_PCM_PLUGIN_SYMBOL(double);
