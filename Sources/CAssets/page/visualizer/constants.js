// What the terminal's view has as well, by the same names. A test compares it with SpectrumConstants, Waterfall,
// Oscilloscope and the built-in themes of the program; it reads the object as JSON.
export const CONSTANTS = {
  "capHoldSeconds": 0.5,
  "capGravity": 2,
  "floorDecibels": -120,
  "levelStepDecibels": 0.5,
  "liveBottomDecibels": -45,
  "liveSpanDecibels": 35,
  "liveFallPerSecond": 2.2857142857142856,
  "waterfallRowsPerSecond": 20,
  "waterfallBottomDecibels": -80,
  "waterfallSpanDecibels": 62,
  "waveSeconds": 0.02,
  "wavesPerSecond": 30,
  "waveRelease": 0.97,
  "waveQuietest": 0.02,
  "waveFill": 0.94,
  "dark": {
    "ground": [8, 10, 14], "faint": [128, 134, 140], "scale": [104, 112, 118],
    "gradient": [
      [0, 16, 98, 112], [0.28, 28, 156, 134], [0.52, 122, 196, 86], [0.72, 236, 200, 72], [0.88, 242, 136, 58],
      [1, 228, 62, 62]
    ]
  },
  "light": {
    "ground": [250, 250, 247], "faint": [96, 102, 108], "scale": [130, 136, 142],
    "gradient": [
      [0, 8, 120, 138], [0.28, 18, 142, 116], [0.52, 88, 158, 52], [0.72, 206, 160, 20], [0.88, 222, 110, 32],
      [1, 206, 40, 40]
    ]
  }
};
