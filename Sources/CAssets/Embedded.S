/* The files that are built into the program. Paths are relative to this folder, which Package.swift puts on the search
   path. No build system sees what .incbin reads: when stations.json or demo.mp3 changes, this file must be touched
   (the Makefile does so) for the change to arrive in the program. */

    .section .rodata

    .balign 16
    .global cassets_stations_start
    .hidden cassets_stations_start
    .type cassets_stations_start, %object
cassets_stations_start:
    .incbin "../../stations.json"
    .global cassets_stations_end
    .hidden cassets_stations_end
cassets_stations_end:
    .size cassets_stations_start, cassets_stations_end - cassets_stations_start
    .byte 0

    .balign 16
    .global cassets_demo_start
    .hidden cassets_demo_start
    .type cassets_demo_start, %object
cassets_demo_start:
    .incbin "demo.mp3"
    .global cassets_demo_end
    .hidden cassets_demo_end
cassets_demo_end:
    .size cassets_demo_start, cassets_demo_end - cassets_demo_start
    .byte 0

    /* The program's stack need not be executable. */
    .section .note.GNU-stack, "", %progbits
