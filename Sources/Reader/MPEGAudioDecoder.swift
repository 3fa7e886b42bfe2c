public import AudioCore
import CMPG123
import Synchronization
import SystemSupport

/// Decodes MPEG-1, 2 and 2.5 audio, layers I to III, with libmpg123: every sample of every frame, as 32-bit float.
///
/// The library receives one complete frame at a time and only decodes: no tags, no resync, no trimming of encoder
/// delay, no seeking. libmpg123 itself turns Layer III frames whose bit reservoir is missing (the first ones after a
/// join) into silence of their length.
public final class MPEGAudioDecoder: Decoder {
  /// Serializes the creation and release of handles: libmpg123's set-up is not safe on two threads at once.
  private static let setup = Mutex(())

  private var handle: OpaquePointer?
  private var format: AudioFormat?

  deinit { release() }

  /// Decodes one frame of MPEG audio; see `Decoder.decode(_:)`.
  ///
  /// After an error the decoder starts again with the next packet, as after a break in the stream.
  public func decode(_ packet: Packet) throws(TuneError) -> PCMBlock? {
    let open = try openHandle(for: packet)
    do {
      return try decodeFrame(packet, handle: open)
    } catch {
      release()
      throw error
    }
  }

  /// Returns nil: libmpg123 holds no sound back when it receives complete frames.
  public func finish() -> PCMBlock? { nil }

  private func decodeFrame(_ packet: Packet, handle: OpaquePointer) throws(TuneError) -> PCMBlock {
    let fed = packet.bytes.withUnsafeBufferPointer { mpg123_feed(handle, $0.baseAddress, $0.count) }
    guard fed == Self.ok else { throw Self.failure(packet.codec, handle, fed) }
    while true {
      var frameNumber = 0
      var audio: UnsafeMutablePointer<UInt8>?
      var byteCount = 0
      let result = mpg123_decode_frame(handle, &frameNumber, &audio, &byteCount)
      if result == MPG123_NEW_FORMAT.rawValue {
        format = try Self.outputFormat(of: handle, codec: packet.codec)
        continue
      }
      guard result == Self.ok else { throw Self.failure(packet.codec, handle, result) }
      guard byteCount > 0, let audio, let format else { continue }
      guard Self.bytesLeft(in: handle) == 0 else {
        throw .decoder(codec: packet.codec, reason: "the frame's length is not what its header says")
      }
      let raw = UnsafeRawBufferPointer(start: audio, count: byteCount)
      return PCMBlock(format: format, samples: [Float](raw.bindMemory(to: Float.self)))
    }
  }

  private func openHandle(for packet: Packet) throws(TuneError) -> OpaquePointer {
    if let handle { return handle }
    let problem = String(cString: cmpg123_problem())
    guard problem.isEmpty else {
      let advice = LoadedLibrary.libmpg123.advice(version: 0, problem: problem)
      throw .decoder(codec: packet.codec, reason: "it needs libmpg123; \(advice)")
    }
    guard let made = Self.setup.withLock({ _ in Self.makeHandle(for: packet.bytes) }) else {
      throw .decoder(codec: packet.codec, reason: "libmpg123 cannot be set up")
    }
    handle = made
    return made
  }

  private func release() {
    guard let handle else { return }
    Self.setup.withLock { _ in mpg123_delete(handle) }
    self.handle = nil
    format = nil
  }

  private static let ok = MPG123_OK.rawValue

  /// Returns a handle in feed mode with native sample rate and channels and float samples, or nil when libmpg123 fails.
  private static func makeHandle(for frame: [UInt8]) -> OpaquePointer? {
    guard mpg123_init() == ok, let handle = mpg123_new(nil, nil) else { return nil }
    let wanted =
      MPG123_QUIET.rawValue | MPG123_FORCE_FLOAT.rawValue | MPG123_NO_READAHEAD.rawValue | MPG123_NO_RESYNC.rawValue
      | MPG123_IGNORE_INFOFRAME.rawValue | MPG123_IGNORE_STREAMLENGTH.rawValue
    let unwanted = MPG123_GAPLESS.rawValue | MPG123_AUTO_RESAMPLE.rawValue
    var results = [
      mpg123_param(handle, MPG123_ADD_FLAGS, Int(wanted), 0),
      mpg123_param(handle, MPG123_REMOVE_FLAGS, Int(unwanted), 0),
      mpg123_param(handle, MPG123_RVA, Int(MPG123_RVA_OFF.rawValue), 0),
      mpg123_param(handle, MPG123_INDEX_SIZE, 0, 0),
    ]
    if let size = freeFormatSize(of: frame) {
      results.append(mpg123_param(handle, MPG123_FREEFORMAT_SIZE, size, 0))
    }
    results.append(mpg123_open_feed(handle))
    guard results.allSatisfy({ $0 == ok }) else {
      mpg123_delete(handle)
      return nil
    }
    return handle
  }

  /// Returns the size of a free-format frame without header and padding slot, because libmpg123 cannot determine it
  /// from one frame. Returns nil when the frame's header states a bit rate.
  private static func freeFormatSize(of frame: [UInt8]) -> Int? {
    guard frame.count > 4, frame[2] >> 4 == 0 else { return nil }
    let isLayerI = (frame[1] >> 1) & 3 == 3
    let padding = (frame[2] >> 1) & 1 == 0 ? 0 : (isLayerI ? 4 : 1)
    return frame.count - 4 - padding
  }

  private static func outputFormat(of handle: OpaquePointer, codec: Codec) throws(TuneError) -> AudioFormat {
    var rate = 0
    var channels: Int32 = 0
    var encoding: Int32 = 0
    let result = mpg123_getformat(handle, &rate, &channels, &encoding)
    guard result == ok, encoding == Int32(bitPattern: MPG123_ENC_FLOAT_32.rawValue), rate > 0, channels > 0 else {
      throw .decoder(codec: codec, reason: "libmpg123 gives no float samples")
    }
    return AudioFormat(sampleRate: rate, channels: Int(channels))
  }

  /// The number of bytes fed but not used: 0 unless the packet was longer than its header states.
  private static func bytesLeft(in handle: OpaquePointer) -> Int {
    var count = 0
    _ = mpg123_getstate(handle, MPG123_BUFFERFILL, &count, nil)
    return count
  }

  private static func failure(_ codec: Codec, _ handle: OpaquePointer, _ result: Int32) -> TuneError {
    if result == MPG123_NEED_MORE.rawValue { return .decoder(codec: codec, reason: "the frame is cut short") }
    let text = result == MPG123_ERR.rawValue ? mpg123_strerror(handle) : mpg123_plain_strerror(result)
    return .decoder(codec: codec, reason: text.map { String(cString: $0) } ?? "libmpg123 says \(result)")
  }
}
