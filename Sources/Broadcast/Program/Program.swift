package import AudioCore

/// Reads the recordings one after the other, in a loop. Used by one task.
package final class Program {
  private let recordings: [Recording]
  private var index = 0
  private var reader: RecordingReader?
  private var hasGivenFrames = false
  private var fruitless = 0
  private var lastTitle = ""

  /// A program of at least one recording.
  package init(_ recordings: [Recording]) { self.recordings = recordings }

  /// Returns the next frame. Skips a recording that fails or holds no frames. When all of them did so in a row, throws
  /// the error of the last one.
  package func next() throws(TuneError) -> (packet: Packet, title: String) {
    while true {
      var fault = TuneError.notAudio(source: recordings[index].name, found: "nothing")
      do throws(TuneError) {
        if let frame = try nextOfCurrent() {
          hasGivenFrames = true
          fruitless = 0
          return frame
        }
      } catch {
        fault = error
      }
      fruitless += hasGivenFrames ? 0 : 1
      guard fruitless < recordings.count else { throw fault }
      hasGivenFrames = false
      reader = nil
      index = (index + 1) % recordings.count
    }
  }

  /// Appends the next frame to `elements`, after its title if that is new, and returns its packet. Throws as
  /// ``next()``.
  func append(to elements: inout [StreamElement]) throws(TuneError) -> Packet {
    let (packet, title) = try next()
    if title != lastTitle { elements.append(.metadata(StreamMetadata(title: title))) }
    lastTitle = title
    elements.append(.packet(packet))
    return packet
  }

  private func nextOfCurrent() throws(TuneError) -> (packet: Packet, title: String)? {
    if reader == nil { reader = try RecordingReader(recordings[index]) }
    return try reader?.next()
  }

  /// Returns the codec of all recordings, and the bit rate of the first frame. Throws when a recording cannot be sent,
  /// or when its codec is not that of the first: only frames can be sent as they are, and most players stop when a
  /// stream changes its codec.
  static func inspect(_ recordings: [Recording]) throws(TuneError) -> (codec: Codec, bitRate: Int) {
    var first: Packet?
    for recording in recordings {
      let reader = try RecordingReader(recording)
      guard let packet = try reader.next()?.packet else { throw .notAudio(source: recording.name, found: "nothing") }
      guard packet.codec.properties.mediaType != nil else {
        throw .unsupported(source: recording.name, kind: "\(packet.codec.displayName) in a broadcast of MP3 or AAC")
      }
      if let first, first.codec != packet.codec {
        throw .unsupported(
          source: recording.name, kind: "\(packet.codec.displayName) in a broadcast of \(first.codec.displayName)")
      }
      first = first ?? packet
    }
    guard let first else { throw .invalidRequest(message: "there is nothing to broadcast; name a file") }
    return (first.codec, first.bitRate)
  }
}
