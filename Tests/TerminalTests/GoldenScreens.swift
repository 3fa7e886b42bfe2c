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
   dB│██ ██ ██ ██ ██ ██ ██ ██ ▁▁ ██ ██ ██ ██ ██ ██ ██ ██ ▁▁ ██ ██ ██ ██ ██ ██ ██ ██ ▁▁ ██ ██ ██ ██ ██ ██ ██ ██ ▁▁ ▃▃ ▁▁
   Hz    50    70    100      150   200   300      500   700      1k   1.5k   2k    3k          5k    7k    10k   15k

 1:02:03   MP3 128 kbit/s   44.1 kHz stereo   buffer ━━━━━━━━━━ 8.0 s                 rta mono   volume ━━━━━━━━── 80 %
 space pause   + - volume   m mute   n b station   ? help   q quit   s stereo   v V visualizer   w keep   c theme
"""

  static let stereo80x24 = """
 SomaFM Groove Salad                                                  ► playing
 宇多田ヒカル - 光 🎵 (Ambient Mix) – à la carte

  -10┤                                  ██
     │                                  ██
     │                                  ██
  -20┤                                  ██
     │                                  ██
     │                         ▄▄       ██ ▇▇
  -30┤                         ██       ██ ██
     │                         ██       ██ ██
     │                         ██    ▁▁ ██ ██       ▁▁
  -40┤                ──    ▁▁ ██    ██ ██ ██       ██
     │                ▅▅    ▃▃ ██ ▃▃ ██ ██ ██       ██
  -50┤             ▁▁ ██    ██ ██ ██ ██ ██ ██ ▅▅    ██ ▁▁    ──
     │             ▁▁ ██ ▁▁ ██ ██ ██ ██ ██ ██ ██ ▃▃ ██ ▄▄    ▅▅
     │       ▔▔    ██ ██ ▅▅ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ▁▁ ██ ▔▔    ▁▁
  -60┤    ▔▔ ▄▄ ▔▔ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ▄▄ ██ ▇▇ ▁▁    ──
     │ ▔▔ ▁▁ ██    ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██    ▆▆    ▔▔
   dB│ ▁▁ ██ ██ ▁▁ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ██ ▁▁ ██ ▆▆ ▁▁
   Hz L   10k   3k 2k 1k 700   200   100   50 100   200      1k 2k 3k 5k 10k  R

 1:02:03   MP3 128 kbit/s   buffer ━━━━━━━━━━ 8.0 s      volume ━━━━━━━━── 80 %
 space pause   + - volume   m mute   n b station   ? help   q quit   s stereo
"""

  static let ascii80x24 = """
 SomaFM Groove Salad                                                  > playing
 ?????? - ? ? (Ambient Mix) - a la carte

  -10+ ##
     | ##
     | ##
  -20+ ##
     | ## ::
     | ## ##             __ __
  -30+ ## ##             ## ::
     | ## ##             ## ##
     | ## ## ::       :: ## ## __             __
  -40+ ## ## ##       ## ## ##                ..
     | ## ## ##    __ ## ## ##             "" ## --
  -50+ ## ## ##    ## ## ## ##    __    __ ## ## ::
     | ## ## ## :: ## ## ## ##    ::    :: ## ## ## --
     | ## ## ## ## ## ## ## ##    ## -- ## ## ## ## :: __ __ -- "" --
  -60+ ## ## ## ## ## ## ## ##    ## ## ## ## ## ## ##       .. :: .. -- __
     | ## ## ## ## ## ## ## ##    ## ## ## ## ## ## ## ##    ## ## ##       ""
   dB| ## ## ## ## ## ## ## ## __ ## ## ## ## ## ## ## ## __ ## ## ## ## :: __
   Hz  50    70 100      200      500      1k       2k 3k    5k    7k 10k   15k

 1:02:03   MP3 128 kbit/s   buffer ========== 8.0 s      volume ========-- 80 %
 space pause   + - volume   m mute   n b station   ? help   q quit   s stereo
"""

  static let console60x16 = """
 SomaFM Groove Salad                              ► playing
 宇多田ヒカル - 光 🎵 (Ambient Mix) – à la carte
    │ ██
    │ ██
 -20┤ ██
    │ ██             ▄▄
    │ ██ ██          ██
    │ ██ ██       ██ ██
 -40┤ ██ ██    ── ██ ██ ▄▄       ──
    │ ██ ██ ██ ██ ██ ██ ██    ── ██ ██ ──
    │ ██ ██ ██ ██ ██ ██ ██ ▄▄    ██ ██ ▄▄    ── ── ──
 -60┤ ██ ██ ██ ██ ██ ██ ██ ██    ██ ██ ██ ── ▄▄ ▄▄    ── ──
  dB│ ██ ██ ██ ██ ██ ██ ██ ██ ── ██ ██ ██ ██ ██ ██ ██ ▄▄ ──
  Hz  50 70 100   200      500   1k    2k 3k    5k 7k 10k
 1:02:03   MP3 128 kbit/s   buffer 8.0 s        volume 80 %
 space pause   + - volume   m mute   n b station   ? help
"""

  static let small40x10 = """
 SomaFM Groove Salad          ► playing
 宇多田ヒカル - 光 🎵 (Ambient Mix) –…
    │██
 -20┤██       ▁▁
    │██       ██
 -40┤██ ▇▇ ▂▂ ██ ▂▂    ▃▃
  dB│██ ██ ██ ██ ██ ▂▂ ██ ▄▄    ▁▁
 -60┤██ ██ ██ ██ ██ ██ ██ ██ ▔▔ ▇▇ ▃▃ ──
  Hz 50 100   200      1k 2k 3k 5k 10k
 1:02:03   MP3 128 kbit/s   volume 80 %
"""

  static let tiny20x3 = """
█▁
██▂ ▃█▆▁  ▁▂
███▇████─▆██▆▃▂▃▃─▁▁
"""

  static let speck5x2 = """
█▂
██▅▂▁
"""

  static let dot1x1 = """
█
"""

  static let help60x16 = """
 SomaFM Gr┌─ Keys (↑ ↓) ─────────────────────────┐► playing
 宇多田ヒ │space p    pause, go on               │
    │ ██  │← →        10 s back, forward         │
    │ ██  │[ ]        60 s back, forward         │
 -20┤ ██  │, .        title again, next title    │
    │ ██ ▁│L          back to live               │
    │ ██ █│+ - 0 9    volume (also the wheel)    │
    │ ██ █│m          mute, unmute               │
 -40┤ ██ █│n b > < N  next, previous station     │
    │ ██ █│y          copy the title that plays  │
    │ ██ █│w          keep the title in a file   │ ▁▁
 -60┤ ██ █│v V        next, previous visualizer  │ ▁▁ ── ▁▁
  dB│ ██ █│s          stereo, mono               │ ██ ▃▃ ▁▁
  Hz  50 7│c          next theme                 │ 7k 10k
 1:02:03  │?          show or hide this help     │lume 80 %
 space pau└──────────────────────────────────────┘ ? help
"""

  static let retry72x14 = """
 SomaFM Groove Salad                                     ○ retry in 4 s
 宇多田ヒカル - 光 🎵 (Ambient Mix) – à la carte
    │no sound device: playing silently                            stereo
    │ ██
 -20┤ ██ ▃▃             ▃▃
    │ ██ ██          ▁▁ ██
    │ ██ ██ ▁▁    radio.example.org sent no sound for 10 s
 -40┤ ██ ██ ██    ▅▅ ██ ██ ██ ▁▁       ▂▂ ▇▇ ▁▁
    │ ██ ██ ██ ▁▁ ██ ██ ██ ██       ▃▃ ██ ██ ▅▅ ▁▁       ▁▁ ▁▁
  dB│ ██ ██ ██ ▇▇ ██ ██ ██ ██    ▂▂ ██ ██ ██ ██ ▄▄ ▁▁ ▁▁    ▂▂ ── ▁▁
 -60┤ ██ ██ ██ ██ ██ ██ ██ ██ ▁▁ ██ ██ ██ ██ ██ ██ ▅▅ ██ ▁▁ ██ ▅▅ ▂▂ ▔▔
  Hz  50    70 100   200   300   500   1k       2k 3k    5k 7k 10k   15k
 1:02:03   MP3 128 kbit/s                        volume ━━━━━━━━── 80 %
 space pause   + - volume   m mute   n b station   ? help   q quit
"""

  static let letters70x14 = """


                                            ▀█▀
                                             █   ▀▀▀▄ ▀▀▀█▀ ▀▀▀█▀
                                          ▄  █  ▄▀▀▀█  ▄▀    ▄▀
                                           ▀▀    ▀▀▀▀ ▀▀▀▀▀ ▀▀▀▀▀

                           ▀ ▀
▄▀▀       ▀█     ▄▀▀▄     ▄▀▀▀▄ ▀█
█▀▀ ▄▀▀▀▄  █     ▀▄▀      █   █  █
█   █▀▀▀▀  █     █ ▀▄▀    █   █  █
▀    ▀▀▀  ▀▀▀     ▀▀ ▀     ▀▀▀  ▀▀▀


"""
}
