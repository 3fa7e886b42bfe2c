import AudioCore
import Foundation
import Player
import SystemSupport
import TestSupport
import Testing

/// Tests of the WAV file output, each in a separate folder.
@Suite final class WAVOutputTests {
  private let folder: String

  init() throws { folder = try ProcessRunner.temporaryFolder() }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// The header fields of a file, and its samples.
  private struct Contents {
    var format: AudioFormat
    var riffSize: Int
    var dataSize: Int
    var samples: [Int16]
    var fileSize: Int
  }

  private func contents(_ name: String) throws -> Contents {
    let data = try #require(FileManager.default.contents(atPath: folder + "/" + name))
    let bytes = [UInt8](data)
    func number(_ offset: Int, _ width: Int) -> Int {
      (0..<width).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }
    try #require(bytes.count >= 44)
    #expect(bytes[0..<4].elementsEqual("RIFF".utf8) && bytes[8..<16].elementsEqual("WAVEfmt ".utf8))
    #expect(number(20, 2) == 1 && number(34, 2) == 16)
    let format = AudioFormat(sampleRate: number(24, 4), channels: number(22, 2))
    #expect(number(28, 4) == format.sampleRate * format.channels * 2 && number(32, 2) == format.channels * 2)
    return Contents(
      format: format, riffSize: number(4, 4), dataSize: number(40, 4), samples: int16s(bytes[44...]),
      fileSize: bytes.count)
  }

  @Test("the file holds every sample, rounded to 16 bits")
  func samples() throws {
    let sound = noise(frames: 100_000)
    let output = WAVOutput(path: folder + "/a.wav")
    try output.open(stereo44)
    for block in pieces(of: sound, frames: 1152) { try output.write(block) }
    output.close()
    let file = try contents("a.wav")
    #expect(file.format == stereo44)
    #expect(file.dataSize == 400_000 && file.riffSize == 400_036 && file.fileSize == 400_044)
    #expect(file.samples == sound.samples.map(PCM16.sample))
    #expect(output.paths == [folder + "/a.wav"])
  }

  @Test("the header is right at any time during the recording, so a killed program leaves a valid file")
  func headerAtAnyMoment() throws {
    let output = WAVOutput(path: folder + "/a.wav")
    try output.open(stereo44)
    #expect(try contents("a.wav").dataSize == 0)
    var largest = 0
    for block in pieces(of: noise(frames: 50_000), frames: 1000) {
      try output.write(block)
      let file = try contents("a.wav")
      #expect(file.fileSize == file.dataSize + 44 && file.riffSize == file.dataSize + 36)
      largest = file.dataSize
    }
    #expect(largest > 100_000)
    output.close()
    #expect(try contents("a.wav").dataSize == 200_000)
  }

  @Test("an output that is released without close leaves a complete file")
  func givenUp() throws {
    do {
      let output = WAVOutput(path: folder + "/a.wav")
      try output.open(mono48)
      try output.write(steady(0.5, frames: 10, format: mono48))
    }
    #expect(try contents("a.wav").samples == [Int16](repeating: 16384, count: 10))
  }

  @Test("another format continues in the next file, the same format in the same file")
  func formatChange() throws {
    let output = WAVOutput(path: folder + "/a.wav")
    try output.open(stereo44)
    try output.write(steady(0.25, frames: 5))
    try output.open(stereo44)
    try output.write(steady(0.25, frames: 5))
    try output.open(mono48)
    try output.write(steady(0.5, frames: 7, format: mono48))
    try output.open(stereo44)
    try output.write(steady(0.125, frames: 3))
    try output.drain()
    output.close()
    #expect(try contents("a.wav").samples == [Int16](repeating: 8192, count: 20))
    #expect(try contents("a-1.wav").samples == [Int16](repeating: 16384, count: 7))
    #expect(try contents("a-1.wav").format == mono48)
    #expect(try contents("a-2.wav").samples == [Int16](repeating: 4096, count: 6))
  }

  @Test("an existing file is left alone: after a change of format the sound goes to the next free name")
  func foreignFiles() throws {
    let names = ["a-1.wav", "a-2.wav"]
    for name in names { try Data(name.utf8).write(to: URL(fileURLWithPath: folder + "/" + name)) }
    // The target of a link must stay unchanged, too.
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/a-3.wav", withDestinationPath: folder + "/elsewhere")
    let output = WAVOutput(path: folder + "/a.wav")
    try output.write(steady(0.25, frames: 5))
    try output.write(steady(0.5, frames: 7, format: mono48))
    try output.write(steady(0.125, frames: 3))
    output.close()
    for name in names { #expect(FileManager.default.contents(atPath: folder + "/" + name) == Data(name.utf8)) }
    #expect(!FileManager.default.fileExists(atPath: folder + "/elsewhere"))
    #expect(output.paths == ["a.wav", "a-4.wav", "a-5.wav"].map { folder + "/" + $0 })
    #expect(try contents("a-4.wav").samples == [Int16](repeating: 16384, count: 7))
  }

  @Test("a stream that changes its format repeatedly is refused before it fills the folder with files")
  func flapping() throws {
    let output = WAVOutput(path: folder + "/a.wav")
    var error: TuneError?
    do {
      for _ in 0..<1000 {
        try output.write(steady(0.25, frames: 6 * 1152))
        try output.write(steady(0.25, frames: 6 * 1152, format: mono48))
      }
    } catch let caught as TuneError { error = caught }
    output.close()
    guard case .system(.cannotWrite)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    let text = error?.description ?? "no error"
    #expect(text.contains("changed its format"), "\(text)")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(files.count < 50, "\(files.count) files")
  }

  @Test("a recording of hours with jingles in another format is accepted")
  func jingles() throws {
    let slow = [AudioFormat(sampleRate: 100, channels: 1), AudioFormat(sampleRate: 101, channels: 1)]
    let output = WAVOutput(path: folder + "/a.wav")
    for number in 0..<200 {
      try output.write(steady(0.25, frames: number % 2 == 0 ? 180 * 100 : 10 * 101, format: slow[number % 2]))
    }
    output.close()
    #expect(output.paths.count == 200)
  }

  @Test("a recording continues in the next file when a file is full")
  func sizeLimit() throws {
    let output = WAVOutput(path: folder + "/a.wav", dataLimit: 1000)
    for block in pieces(of: counting(from: 0, frames: 600), frames: 100) { try output.write(block) }
    output.close()
    #expect(try (0..<3).map { try contents($0 == 0 ? "a.wav" : "a-\($0).wav").dataSize } == [800, 800, 800])
  }

  @Test(
    "the number of a file stands before the extension",
    arguments: [
      ("a.wav", "a-1.wav"), ("a", "a-1"), ("/x.y/a", "/x.y/a-1"), ("/x.y/a.b.wav", "/x.y/a.b-1.wav"),
      (".wav", ".wav-1"),
    ])
  func numbering(path: String, expected: String) { #expect(WAVOutput.path(path, number: 1) == expected) }

  @Test("a file in a folder that does not exist is an error")
  func cannotCreate() {
    let path = folder + "/nowhere/a.wav"
    let output = WAVOutput(path: path)
    #expect(throws: TuneError.cannotCreate(path: path, reason: "No such file or directory")) {
      try output.open(stereo44)
    }
  }

  @Test("a full disk is an error that says so")
  func fullDisk() {
    let output = WAVOutput(path: "/dev/full")
    #expect(throws: TuneError.cannotWrite(path: "/dev/full", reason: "the disk is full")) {
      try output.open(stereo44)
      for block in pieces(of: noise(frames: 50_000), frames: 1152) { try output.write(block) }
    }
  }
}
