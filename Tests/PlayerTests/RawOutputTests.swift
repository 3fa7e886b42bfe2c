import AudioCore
import Foundation
import Glibc
import Player
import TestSupport
import Testing

@Suite struct RawOutputTests {
  /// A pipe that closes its ends when it is freed.
  private final class Pipe {
    var reading: Int32 = -1
    var writing: Int32 = -1

    init() {
      var ends: [Int32] = [-1, -1]
      if pipe(&ends) == 0 { (reading, writing) = (ends[0], ends[1]) }
      signal(SIGPIPE, SIG_IGN)
    }

    func closeReading() {
      if reading >= 0 { close(reading) }
      reading = -1
    }

    deinit {
      closeReading()
      if writing >= 0 { close(writing) }
    }
  }

  @Test("samples are written little-endian, without a header, also after a change of format")
  func bytes() throws {
    let pipe = Pipe()
    let output = RawOutput(descriptor: pipe.writing)
    try output.open(stereo44)
    try output.write(PCMBlock(format: stereo44, samples: [0.5, -0.5]))
    try output.open(mono48)
    try output.write(PCMBlock(format: mono48, samples: [1.0 / 32768]))
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = read(pipe.reading, &bytes, bytes.count)
    #expect(bytes.prefix(max(0, count)) == [0x00, 0x40, 0x00, 0xC0, 0x01, 0x00])
  }

  @Test("a closed reading end is reported as such, not as a fault")
  func closedPipe() throws {
    let pipe = Pipe()
    let output = RawOutput(descriptor: pipe.writing)
    pipe.closeReading()
    #expect(throws: OutputClosedError()) { try output.write(steady(0, frames: 1000)) }
  }

  @Test("a full disk is an error that says so")
  func fullDisk() throws {
    let descriptor = Glibc.open("/dev/full", O_WRONLY)
    defer { close(descriptor) }
    let output = RawOutput(descriptor: descriptor)
    #expect(throws: TuneError.cannotWrite(path: "standard output", reason: "the disk is full")) {
      try output.write(steady(0, frames: 1000))
    }
  }

  @Test("an interruption ends a write to a pipe that no program reads", .timeLimit(.minutes(1 * TestTime.waitScale)))
  func interruption() throws {
    let pipe = Pipe()
    let output = RawOutput(descriptor: pipe.writing)
    let interruption = output.interruption
    let stopper = Thread {
      usleep(50_000)
      interruption.request()
    }
    stopper.start()
    try output.write(steady(0.1, frames: 1_000_000))
    #expect(interruption.isRequested)
  }
}
