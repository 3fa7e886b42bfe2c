/* The files that are built into the program. Paths are relative to this folder, which Package.swift puts on the search
   path. No build system sees what .incbin reads: when one of those files changes, this file must be touched
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

    .balign 16
    .global cassets_page_start
    .hidden cassets_page_start
    .type cassets_page_start, %object
cassets_page_start:
    .incbin "page.html"
    .global cassets_page_end
    .hidden cassets_page_end
cassets_page_end:
    .size cassets_page_start, cassets_page_end - cassets_page_start
    .byte 0

    .balign 16
    .global cassets_script_start
    .hidden cassets_script_start
    .type cassets_script_start, %object
cassets_script_start:
    .incbin "streams.js"
    .incbin "bars.js"
    .incbin "controls.js"
    .incbin "app.js"
    .global cassets_script_end
    .hidden cassets_script_end
cassets_script_end:
    .size cassets_script_start, cassets_script_end - cassets_script_start
    .byte 0

    .balign 16
    .global cassets_style_start
    .hidden cassets_style_start
    .type cassets_style_start, %object
cassets_style_start:
    .incbin "app.css"
    .global cassets_style_end
    .hidden cassets_style_end
cassets_style_end:
    .size cassets_style_start, cassets_style_end - cassets_style_start
    .byte 0

    .balign 16
    .global cassets_openapi_start
    .hidden cassets_openapi_start
    .type cassets_openapi_start, %object
cassets_openapi_start:
    .incbin "openapi.json"
    .global cassets_openapi_end
    .hidden cassets_openapi_end
cassets_openapi_end:
    .size cassets_openapi_start, cassets_openapi_end - cassets_openapi_start
    .byte 0

    /* The program's stack need not be executable. */
    .section .note.GNU-stack, "", %progbits
