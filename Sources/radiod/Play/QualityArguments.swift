import ArgumentParser

/// The options for a station that offers its programme in several qualities.
struct QualityArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Upper limit when HLS offers several qualities. (default: the best)",
      valueName: "kbit/s"))
  var maxBitrate: Int?

  func validate() throws {
    if let maxBitrate, !(1...100_000).contains(maxBitrate) {
      throw ValidationError("--max-bitrate takes a number of kbit/s from 1 to 100000, not \(maxBitrate)")
    }
  }
}
