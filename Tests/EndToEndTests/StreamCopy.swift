import Foundation
import TestSupport

/// What a station sends: AAC, of which no frame is like another.
struct Programme: Sendable {
  static let seconds = 60.0
  let bytes: [UInt8]
  /// The numbers of its frames.
  let numbers: [[UInt8]: Int]

  init() throws {
    bytes = try SignalSource.shared.bytes(.init(.music, seconds: Self.seconds), as: .aac(kilobits: 128))
    let frames = ADTSFrames.pieces(of: bytes, frames: 1)
    numbers = Dictionary(zip(frames, frames.indices)) { first, _ in first }
    guard numbers.count == frames.count else { throw ProcessRunner.StartError(description: "frames are alike") }
  }

  var bytesPerSecond: Double { Double(bytes.count) / Self.seconds }

  /// The last `count` bytes before the place `end` of a programme that begins again and again.
  func bytes(before end: Int, count: Int) -> [UInt8] {
    let begin = max(0, end - count)
    var part: [UInt8] = []
    while part.count < end - begin {
      let place = (begin + part.count) % bytes.count
      part += bytes[place..<min(bytes.count, place + end - begin - part.count)]
    }
    return part
  }

  func pieces(frames count: Int) -> [[UInt8]] { ADTSFrames.pieces(of: bytes, frames: count) }
}

/// A copy of the frames that radiod hands on, as a listener of its `/stream` gets them.
struct StreamCopy: Sendable {
  static var isAvailable: Bool { SignalSource.isAvailable && ProcessRunner.hasPrograms("curl") }

  private let folder: Scratch
  private let client: ProcessRunner

  /// Begins to copy.
  init(of radio: FaultWatch) throws {
    folder = try Scratch()
    let socket = (radio.frontends?.runtimeFolder ?? "") + "/radiod.sock"
    client = try ProcessRunner(
      "curl", ["-sN", "-o", folder.path("copy"), "--unix-socket", socket, "http://radio/stream"])
  }

  /// The number of bytes so far.
  var size: Int {
    var status = stat()
    return stat(folder.path("copy"), &status) == 0 ? Int(status.st_size) : 0
  }

  /// The numbers in `programme` of the frames so far, in the order in which they came.
  func places(in programme: Programme) -> [Int] {
    ADTSFrames.pieces(of: folder.read("copy"), frames: 1).compactMap { programme.numbers[$0] }
  }
  /// The steps that are not from a frame to the next one of `programme`, which begins again at its end.
  func wrongSteps(in programme: Programme) -> [Int] {
    let places = places(in: programme)
    return zip(places, places.dropFirst()).map { $1 - $0 }.filter { $0 != 1 && $0 != 1 - programme.numbers.count }
  }
}
