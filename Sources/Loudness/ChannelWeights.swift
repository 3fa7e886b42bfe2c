/// How much each channel counts in loudness (BS.1770-4, table 3 and, for other layouts, table 4).
///
/// Channels at the sides, from 60° to 120° at the height of the head, count 1.41, channels for low frequencies (LFE) not at
/// all, all others 1. The two back channels of a layout without side channels (4.0, 5.0, 5.1) are its surround channels
/// at 110° and count 1.41; beside side channels (7.1) they are at 135° or more and count 1. libebur128 and ffmpeg count
/// 1.41 for all back channels.
struct ChannelWeights: Sendable {
  /// A weight for each channel, in the order of the samples.
  let values: [Double]
  /// Whether the layout is known; if not, all channels count 1.
  let isLayoutKnown: Bool

  private static let surround = 1.41
  private static let lowFrequency = 3
  private static let backPair = [4, 5]
  private static let sidePair = [9, 10]
  /// The number of places that WAVEFORMATEXTENSIBLE names.
  private static let places = 18

  /// Weights of `channels` channels at the places of `mask`, bits as in WAVEFORMATEXTENSIBLE (`dwChannelMask`). One and two
  /// channels count 1 whatever the mask. The layout of more is unknown when the mask names another number of places.
  init(channels: Int, mask: UInt64) {
    let isPlaced = channels > 2 && mask.nonzeroBitCount == channels && mask >> UInt64(Self.places) == 0
    isLayoutKnown = isPlaced || channels <= 2
    guard isPlaced else {
      values = [Double](repeating: 1, count: channels)
      return
    }
    let placed = (0..<Self.places).filter { mask >> UInt64($0) & 1 == 1 }
    let surrounds = placed.contains { Self.sidePair.contains($0) } ? Self.sidePair : Self.backPair
    values = placed.map { $0 == Self.lowFrequency ? 0 : surrounds.contains($0) ? Self.surround : 1 }
  }
}
