// swift-format-ignore-file
// The screens are as wide as a line may be, so they are not indented.

/// The golden screens, without the blanks at the ends of lines; `SamplePicture` defines their content.
enum GoldenScreens {
  static let full120x40 = """
 SomaFM Groove Salad                                                                                          ► playing
 宇多田ヒカル - 光 🎵 (Ambient Mix) – à la carte

  -10┤██
     │██
     │██
     │██
     │██
     │██ ▄▄
  -20┤██ ██
     │██ ██
     │██ ██
     │██ ██                         ▁▁
     │██ ██ ▃▃                      ▁▁ ▔▔
  -30┤██ ██ ██                      ██ ▆▆
     │██ ██ ██                   ▁▁ ██ ██
     │██ ██ ██                   ▃▃ ██ ██
     │██ ██ ██                   ██ ██ ██ ▔▔
     │██ ██ ██ ▃▃             ▁▁ ██ ██ ██ ▆▆
     │██ ██ ██ ██                ██ ██ ██ ██
  -40┤██ ██ ██ ██                ██ ██ ██ ██ ▁▁                      ▔▔
     │██ ██ ██ ██                ██ ██ ██ ██                      ──
     │██ ██ ██ ██ ▁▁       ▂▂    ██ ██ ██ ██ ██                      ██ ▔▔
     │██ ██ ██ ██ ▆▆       ██    ██ ██ ██ ██ ██                ▔▔ ▆▆ ██
     │██ ██ ██ ██ ██       ██    ██ ██ ██ ██ ██ ▔▔          ▁▁ ▁▁ ██ ██ ▆▆ ──
  -50┤██ ██ ██ ██ ██    ▁▁ ██    ██ ██ ██ ██ ██ ▄▄             ██ ██ ██ ██
     │██ ██ ██ ██ ██    ▆▆ ██    ██ ██ ██ ██ ██ ██          ▃▃ ██ ██ ██ ██ ▂▂ ▁▁
     │██ ██ ██ ██ ██ ▂▂ ██ ██    ██ ██ ██ ██ ██ ██ ──    ▔▔ ██ ██ ██ ██ ██ ██
     │██ ██ ██ ██ ██ ██ ██ ██    ██ ██ ██ ██ ██ ██ ▂▂       ██ ██ ██ ██ ██ ██    ▁▁          ▁▁ ── ▔▔ ▁▁
     │██ ██ ██ ██ ██ ██ ██ ██    ██ ██ ██ ██ ██ ██ ██ ──    ██ ██ ██ ██ ██ ██ ▇▇          ──             ▁▁
     │██ ██ ██ ██ ██ ██ ██ ██    ██ ██ ██ ██ ██ ██ ██       ██ ██ ██ ██ ██ ██ ██    ── ──                   ▁▁
  -60┤██ ██ ██ ██ ██ ██ ██ ██    ██ ██ ██ ██ ██ ██ ██ ██    ██ ██ ██ ██ ██ ██ ██ ▇▇          ▃▃ ▆▆ ▆▆ ▂▂       ▁▁
     │██ ██ ██ ██ ██ ██ ██ ██    ██ ██ ██ ██ ██ ██ ██ ██    ██ ██ ██ ██ ██ ██ ██ ██       ▆▆ ██ ██ ██ ██          ▔▔ ──
     │██ ██ ██ ██ ██ ██ ██ ██    ██ ██ ██ ██ ██ ██ ██ ██    ██ ██ ██ ██ ██ ██ ██ ██    ██ ██ ██ ██ ██ ██ ▇▇
     │██ ██ ██ ██ ██ ██ ██ ██    ██ ██ ██ ██ ██ ██ ██ ██    ██ ██ ██ ██ ██ ██ ██ ██    ██ ██ ██ ██ ██ ██ ██ ▆▆
     │██ ██ ██ ██ ██ ██ ██ ██ ▁▁ ██ ██ ██ ██ ██ ██ ██ ██ ▁▁ ██ ██ ██ ██ ██ ██ ██ ██ ▁▁ ██ ██ ██ ██ ██ ██ ██ ██ ▁▁ ▃▃ ▁▁
         50    70    100      150   200   300      500   700      1k   1.5k   2k    3k          5k    7k    10k   15k

 1:02:03   MP3 128 kbit/s   44.1 kHz stereo   buffer ━━━━────── 8.0 s                 rta mono   volume ━━━━━━━━── 80 %
 space stop   + - volume   m mute   n b station   ? help   q quit   s stereo   v visualizer
"""

  static let stereo80x24 = """
 SomaFM Groove Salad                                                  ► playing
 宇多田ヒカル - 光 🎵 (Ambient Mix) – à la carte

  -10┤                                   █
     │                                   █
     │                                   █
  -20┤                                   █
     │                                   █
     │                         ▄       ▁ █ ▇
  -30┤                         █       █ █ █
     │                         █ ▄     █ █ █
     │                         █ █     █ █ █         ─
  -40┤               ─ ▁     ▁ █ █     █ █ █ ▆     ▁ █
     │               ▃ ▂     █ █ █ ▁   █ █ █ █     ▆ █
  -50┤               █ █ ▁   █ █ █ █ ▆ █ █ █ █     █ █ ─     ▁ ─
     │             ▔ █ █   ▁ █ █ █ █ █ █ █ █ █ ▁ ▁ █ █ █     ▃ ▄
     │     ▁ ▔ ─   ▅ █ █   ▃ █ █ █ █ █ █ █ █ █ █ █ █ █ █ ▁ ▔ █ █ ─     ▁
  -60┤   ▁   ▄   ─ █ █ █   █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ ▃   █ █ ▄ ▁ ▔   ▔ ▁
     │ ▔   ▆ █ █ ▄ █ █ █   █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █   █ █ █   ▄ ▆ ▂   ▔
     │ ▁ ▄ █ █ █ █ █ █ █ ▁ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ █ ▁ █ █ █ █ █ █ █ ▃ ▁
        10k 5k    2k  1k  500   200 100 50    100 200   500 1k  2k    5k  10k

 1:02:03   MP3 128 kbit/s   buffer ━━━━────── 8.0 s      volume ━━━━━━━━── 80 %
 space stop   + - volume   m mute   n b station   ? help   q quit   s stereo
"""

  static let ascii80x24 = """
 SomaFM Groove Salad                                                  > playing
 ?????? - ? ? (Ambient Mix) - a la carte

  -10+#
     |#
     |# .
  -20+# #
     |# #                 _
     |# # :               # _
  -30+# # #             : # :
     |# # #           _ # # # _
     |# # # #           # # # :
  -40+# # # #       .   # # # # _           _ " -
     |# # # # .     #   # # # # :         _ . # : _
  -50+# # # # #   : #   # # # # # -     _ : # # # . _
     |# # # # # _ # #   # # # # # #       # # # # #   _
     |# # # # # # # #   # # # # # # . .   # # # # # #   _   _ - " " " _
  -60+# # # # # # # #   # # # # # # # #   # # # # # # #   -   . : : .   - _
     |# # # # # # # #   # # # # # # # #   # # # # # # # #   # # # # # :     " "
     |# # # # # # # # _ # # # # # # # # _ # # # # # # # # _ # # # # # # # : _ _
       50  70  100     200   300   500 700 1k 1.5k 2k    3k    5k  7k  10k 15k

 1:02:03   MP3 128 kbit/s   buffer ====------ 8.0 s      volume ========-- 80 %
 space stop   + - volume   m mute   n b station   ? help   q quit   s stereo
"""

  static let console60x16 = """
 SomaFM Groove Salad                              ► playing
 宇多田ヒカル - 光 🎵 (Ambient Mix) – à la carte
    │█
    │█
 -20┤█ ▄
    │█ █           ─ ─
    │█ █ ▄         █
    │█ █ █       █ █   ▄           ─
 -40┤█ █ █     ▄ █ █   █ ─       ─ ▄ ─
    │█ █ █ █   █ █ █   █ █     ─ █ █ █ ─
    │█ █ █ █ ▄ █ █ █   █ █ ▄ ─ █ █ █ █   ─     ─ ─ ─ ─
 -60┤█ █ █ █ █ █ █ █   █ █ █ █ █ █ █ █   █ ─   ▄ ▄ ▄   ─ ─ ─
    │█ █ █ █ █ █ █ █ ─ █ █ █ █ █ █ █ █ ─ █ █ █ █ █ █ █ ▄ ─ ─
      50    100   200 300 500   1k    2k  3k    5k    10k
 1:02:03   MP3 128 kbit/s   buffer 8.0 s        volume 80 %
 space stop   + - volume   m mute   n b station   ? help
"""

  static let small40x10 = """
 SomaFM Groove Salad          ► playing
 宇多田ヒカル - 光 🎵 (Ambient Mix) –…
    │█
 -20┤█         ▁
    │█ ▇     ▃ █
 -40┤█ █ ▁ ▁ █ █ ▄     ▂ ▂
    │█ █ █ █ █ █ █ ▂ ─ █ █ ▂   ▁ ▁ ▁
 -60┤█ █ █ █ █ █ █ █ ▁ █ █ █ ▄ ▆ ▇ ▅ ▂ ─
        100 200   500 1k  2k    5k  10k
 1:02:03   MP3 128 kbit/s   volume 80 %
"""

  static let tiny20x3 = """
█
█ ▁ ▄ ▄   ▂
█ █ █ █ ▄ █ ▄ ▃ ─ ▁
"""

  static let speck5x2 = """
█▂
██▅▂▁
"""

  static let dot1x1 = """
█
"""

  static let help60x16 = """
 SomaFM Groove Salad                              ► playing
 宇多田 ┌─────────────────────────────────────────┐
    │█  │ space, p    stop, or rejoin the station │
    │█  │ + = 0 up    louder                      │
 -20┤█ ▄│ - _ 9 down  softer                      │
    │█ █│ m           mute, unmute                │
    │█ █│ n right     next station                │
    │█ █│ b left      previous station            │
 -40┤█ █│ s           stereo or mono bars         │
    │█ █│ v V         other visualizer            │
    │█ █│ c           colours                     │─ ▁
 -60┤█ █│ ?           show or hide this help      │▅   ─ ▁ ▁
    │█ █│ q           quit                        │█ █ ▄ ▁ ▁
      50└─────────────────────────────────────────┘   10k
 1:02:03   MP3 128 kbit/s   buffer 8.0 s        volume 80 %
 space stop   + - volume   m mute   n b station   ? help
"""

  static let retry72x14 = """
 SomaFM Groove Salad                                     ○ retry in 4 s
 宇多田ヒカル - 光 🎵 (Ambient Mix) – à la carte
    │no sound device: playing silently                            stereo
    │█ ▃
 -20┤█ █               ▁
    │█ █ ▆           ─ █ ▆
    │█ █  radio.example.org sent no sound for 10 s; next try in 4 s
 -40┤█ █ █ █     ▃ █   █ █ █ ▃         ─ ▄ ▆ ─
    │█ █ █ █ ▇ ▂ █ █   █ █ █ █ ▃   ▁ ▄   █ █ ▇ ▁ ▁         ▁ ▁
    │█ █ █ █ █ █ █ █   █ █ █ █ █ ▃ ▇ █   █ █ █ █ ▄ ─ ─ ─ ▔ ▂ ▂ ▔ ─ ▁ ▁
 -60┤█ █ █ █ █ █ █ █ ▁ █ █ █ █ █ █ █ █ ▁ █ █ █ █ █ ▇ ▆ █ ▁ █ █ █ ▅ ▂ ▁ ▔
      50  70  100   200   300   500   1k      2k    3k  5k  7k  10k 15k
 1:02:03   MP3 128 kbit/s                        volume ━━━━━━━━── 80 %
 space stop   + - volume   m mute   n b station   ? help   q quit
"""
}
