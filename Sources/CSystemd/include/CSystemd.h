// libsystemd as Swift sees it: the bus, and the notes to a supervisor. See CSystemd.c for how it is found.
#ifndef SPRINGRADIO_CSYSTEMD_H
#define SPRINGRADIO_CSYSTEMD_H

#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>

#endif
