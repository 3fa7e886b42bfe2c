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

    .balign 16
    .global cassets_manual_start
    .hidden cassets_manual_start
    .type cassets_manual_start, %object
cassets_manual_start:
    .incbin "../../packaging/radiod.1.in"
    .global cassets_manual_end
    .hidden cassets_manual_end
cassets_manual_end:
    .size cassets_manual_start, cassets_manual_end - cassets_manual_start
    .byte 0

    /* A file, and what it is called. */

    .macro named_file name, file
    .section .rodata
    .balign 16
.Lbytes\@:
    .incbin "\file"
.Lend\@:
    .byte 0
.Lname\@:
    .asciz "\name"
    .section .data.rel.ro.local, "aw"
    .quad .Lname\@, .Lbytes\@, .Lend\@ - .Lbytes\@
    .endm

    /* The files of the page, each with its path below the folder "page", which is also its path at the server; page.html
       is at "/". This is the one list of them. */

    .macro page_file path
    named_file "/\path", "page/\path"
    .endm

    .section .data.rel.ro.local, "aw"
    .balign 8
    .global cassets_page_files_start
    .hidden cassets_page_files_start
    .type cassets_page_files_start, %object
cassets_page_files_start:
    page_file "page.html"
    page_file "app.css"
    page_file "icons.svg"
    page_file "player.css"
    page_file "visual.css"
    page_file "manifest.webmanifest"
    page_file "icon.svg"
    page_file "icon-192.png"
    page_file "icon-512.png"
    page_file "favicon.ico"
    page_file "modules/address.js"
    page_file "modules/api.js"
    page_file "modules/color.js"
    page_file "modules/detail.js"
    page_file "modules/directory.js"
    page_file "modules/dom.js"
    page_file "modules/editor.js"
    page_file "modules/groups.js"
    page_file "modules/keys.js"
    page_file "modules/library.js"
    page_file "modules/link.js"
    page_file "modules/listen.js"
    page_file "modules/log.js"
    page_file "modules/login.js"
    page_file "modules/main.js"
    page_file "modules/memory.js"
    page_file "modules/notices.js"
    page_file "modules/pictures.js"
    page_file "modules/player.js"
    page_file "modules/qr.js"
    page_file "modules/radio.js"
    page_file "modules/recordings.js"
    page_file "modules/reorder.js"
    page_file "modules/rows.js"
    page_file "modules/sheet.js"
    page_file "modules/streams.js"
    page_file "modules/title.js"
    page_file "modules/titles.js"
    page_file "modules/transfer.js"
    page_file "modules/views.js"
    page_file "modules/visual.js"
    page_file "modules/virtual.js"
    page_file "modules/volume.js"
    page_file "modules/words.js"
    page_file "modules/worker.js"
    page_file "visualizer/bars.js"
    page_file "visualizer/constants.js"
    page_file "visualizer/loop.js"
    page_file "visualizer/oscilloscope.js"
    page_file "visualizer/scales.js"
    page_file "visualizer/theme.js"
    page_file "visualizer/waterfall.js"
    .global cassets_page_files_end
    .hidden cassets_page_files_end
cassets_page_files_end:
    .size cassets_page_files_start, cassets_page_files_end - cassets_page_files_start

    /* The JSON Schemas of the folder "docs/schema", by the names under which `radiod schema` prints them. */

    .macro schema name
    named_file "\name", "../../docs/schema/\name\().json"
    .endm

    .balign 8
    .global cassets_schemas_start
    .hidden cassets_schemas_start
    .type cassets_schemas_start, %object
cassets_schemas_start:
    schema "check"
    schema "config"
    schema "devices"
    schema "history"
    schema "log"
    schema "probe"
    schema "search"
    schema "spectrum"
    schema "stations-check"
    schema "status"
    .global cassets_schemas_end
    .hidden cassets_schemas_end
cassets_schemas_end:
    .size cassets_schemas_start, cassets_schemas_end - cassets_schemas_start

    /* The program's stack need not be executable. */
    .section .note.GNU-stack, "", %progbits
