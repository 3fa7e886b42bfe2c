import AudioCore
import Parser

extension FuzzTarget {
  /// WAV and AIFF: the same packets for any split, of whole frames, one behind the other.
  static let wave = FuzzTarget("wave") { input in
    let splits = input.splits()
    let marks = ["RIFF....WAVE", "RF64....WAVE", "BW64....WAVE", "FORM....AIFF", "FORM....AIFC"]
    let bytes = Array(input.choice(marks).utf8) + input.payload
    let whole = ParsedStream(bytes)
    let split = ParsedStream(bytes, splits: splits)
    claim(whole.isSame(as: split), "the same packets, however they are split: \(whole) and \(split)")
    whole.check(against: bytes)
    whole.checkOrder(in: bytes)
    let samples = whole.packets.filter { $0.codec == .pcm }
    for packet in samples {
      guard case .samples(let coding)? = packet.setup else { fail("broken promise: the packet carries the coding") }
      let frameSize = coding.bytes * packet.headerFormat.channels
      claim(packet.bytes.count == packet.frameCount * frameSize, "whole frames: \(packet)")
    }
    // The sound of a file is contiguous in the input.
    var files: [[UInt8]] = []
    for packet in samples {
      if packet.isDiscontinuity { files.append([]) }
      files[files.count - 1] += packet.bytes
    }
    var place = 0
    for sound in files {
      guard let found = Bytes.find(sound, in: bytes, from: place) else {
        fail("broken promise: no byte is lost or made")
      }
      place = found + sound.count
    }
  }
}
