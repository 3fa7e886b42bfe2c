// Chooses what decodes: the interface that the program was compiled with, where its libavcodec is installed, otherwise one
// from a library beside the program, for another major version of libavcodec.
#include "CAVCodec.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

#include "CLoading.h"
#include "Interface.h"

// The major versions for which there may be a library, the newest first: FFmpeg 9, 8, 7, 6 and 5.
static const int versions[] = {63, 62, 61, 60, 59};

static pthread_once_t choose_once = PTHREAD_ONCE_INIT;
static const cavcodec_interface *chosen;

static const cavcodec_interface *find_interface(int version) {
  char name[32];
  snprintf(name, sizeof name, "avcodec-%d.so", version);
  void *library = cloading_open_beside(name);
  if (library == NULL) return NULL;
  const cavcodec_interface *found = dlsym(library, CAVCODEC_INTERFACE_NAME);
  if (found != NULL && found->layout == CAVCODEC_LAYOUT && found->version == version && found->problem()[0] == '\0') {
    return found;
  }
  dlclose(library);
  return NULL;
}

static void choose(void) {
  chosen = &cavcodec_compiled_interface;
  if (chosen->problem()[0] == '\0') return;
  for (size_t i = 0; i < sizeof versions / sizeof versions[0]; i++) {
    const cavcodec_interface *found = find_interface(versions[i]);
    if (found != NULL) {
      chosen = found;
      return;
    }
  }
}

static const cavcodec_interface *interface(void) {
  pthread_once(&choose_once, choose);
  return chosen;
}

int cavcodec_library_version(void) { return interface()->version; }

const char *cavcodec_library_problem(void) { return interface()->problem(); }

int cavcodec_open(const cavcodec_setup *setup, cavcodec_decoder **decoder) { return interface()->open(setup, decoder); }

int cavcodec_send(cavcodec_decoder *decoder, const uint8_t *bytes, size_t count) {
  return chosen->send(decoder, bytes, count);
}

int cavcodec_send_end(cavcodec_decoder *decoder) { return chosen->send_end(decoder); }

int cavcodec_receive(cavcodec_decoder *decoder, cavcodec_block *block) { return chosen->receive(decoder, block); }

void cavcodec_copy(const cavcodec_decoder *decoder, float *samples) { chosen->copy(decoder, samples); }

void cavcodec_close(cavcodec_decoder *decoder) {
  if (decoder != NULL) chosen->close(decoder);
}

void cavcodec_error_text(int error, char *text, size_t size) { interface()->error_text(error, text, size); }

int cavcodec_open_picture(const char *name, int64_t pixels, cavcodec_decoder **decoder) {
  return interface()->open_picture(name, pixels, decoder);
}

int cavcodec_receive_picture(cavcodec_decoder *decoder, cavcodec_size *size) {
  return chosen->receive_picture(decoder, size);
}

void cavcodec_copy_row(const cavcodec_decoder *decoder, int row, uint8_t *pixels) {
  chosen->copy_row(decoder, row, pixels);
}

int cavcodec_cipher_open(cavcodec_cipher **cipher, const uint8_t *key, const uint8_t *vector) {
  return interface()->cipher_open(cipher, key, vector);
}

void cavcodec_cipher_decrypt(cavcodec_cipher *cipher, uint8_t *plain, const uint8_t *bytes, size_t blocks) {
  chosen->cipher_decrypt(cipher, plain, bytes, blocks);
}

void cavcodec_cipher_close(cavcodec_cipher *cipher) {
  if (cipher != NULL) chosen->cipher_close(cipher);
}
