import AudioCore
import Downloader
import Glibc
import TestSupport
import Testing

@Suite("Local files")
struct LocalBytesTests {
  @Test("a file is read from any position, and nothing comes from behind its end")
  func seeking() async throws {
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 256) }
    let scratch = try Scratch()
    var reader = LocalBytes(path: try scratch.write(bytes, as: "x")).makeAsyncIterator()
    #expect(try await reader.isSeekable())
    #expect(try await reader.next() == Array(bytes[..<LocalBytes.chunkBytes]))
    for place in [150_000, 0, 199_999] {
      try await reader.seek(to: place)
      #expect(try await reader.next() == Array(bytes[place...].prefix(LocalBytes.chunkBytes)))
    }
    try await reader.seek(to: 1 << 40)
    #expect(try await reader.next() == nil)
  }

  @Test("a pipe is read only in order, and the error of seeking in it names its path")
  func pipe() async throws {
    let scratch = try Scratch()
    let path = scratch.path("pipe")
    #expect(try ProcessRunner.run("mkfifo", [path]).exitCode == 0)
    let writer = try ProcessRunner("sh", ["-c", "echo sound > \(path)"])
    var reader = LocalBytes(path: path).makeAsyncIterator()
    #expect(try await !reader.isSeekable())
    await #expect(throws: TuneError.cannotRead(path: path, reason: "Illegal seek")) { try await reader.seek(to: 1) }
    #expect(try await reader.next() == Array("sound\n".utf8))
    _ = writer
  }

  @Test(
    "pipes without a writer do not block other reads, and reading them can be cancelled",
    .timeLimit(.minutes(1 * TestTime.waitScale)))
  func silentPipes() async throws {
    let scratch = try Scratch()
    let waiting = (0..<64).map { number in
      let path = scratch.path("pipe\(number)")
      #expect(mkfifo(path, 0o600) == 0)
      return Task {
        var reader = LocalBytes(path: path).makeAsyncIterator()
        return try await reader.next()
      }
    }
    var reader = LocalBytes(path: try scratch.write(Array("sound".utf8), as: "x")).makeAsyncIterator()
    #expect(try await reader.next() == Array("sound".utf8))
    for task in waiting {
      task.cancel()
      await #expect(throws: CancellationError.self) { _ = try await task.value }
    }
  }

  @Test("the error names a missing file")
  func missing() async throws {
    var reader = LocalBytes(path: "/no/such/file").makeAsyncIterator()
    await #expect(throws: TuneError.cannotRead(path: "/no/such/file", reason: "No such file or directory")) {
      _ = try await reader.isSeekable()
    }
  }
}
