import AudioCore
import Foundation
import JSON
import NIOCore
import Radio
import RadioModel
import TestSupport
import Testing
import WebServer

@Suite("The API document and the page", .timeLimit(.minutes(2 * TestTime.waitScale)))
struct DocumentTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path
  private static var python: String { root + "/.build/python/bin/python" }
  private static var hasTools: Bool { access(root + "/.build/python/bin/schemathesis", X_OK) == 0 }
  /// True for `make test-long`, which also runs what takes long.
  private static var isLong: Bool { ProcessInfo.processInfo.environment["TEST_LONG"] != nil }

  @Test("the document describes every path and method of the server, and no others")
  func complete() throws {
    let document = try JSONReader.read(Array(WebAssets.document.readableBytesView))
    let paths = try #require(document["paths"]?.members)
    #expect(Set(paths.map(\.key)) == Set(Endpoint.allCases.map(\.rawValue)))
    for endpoint in Endpoint.allCases {
      let methods = paths.first { $0.key == endpoint.rawValue }?.value.members?.map { $0.key.uppercased() }
      #expect(methods?.joined(separator: ", ") == endpoint.allowed)
    }
  }

  @Test("the document lists every codec")
  func codecs() throws {
    let document = try JSONReader.read(Array(WebAssets.document.readableBytesView))
    let status = document["components"]?["schemas"]?["Status"]?["properties"]
    let listed = status?["codec"]?["enum"]?.elements?.compactMap(\.text)
    #expect(listed == Codec.allCases.map(\.rawValue))
  }

  @Test("the document is valid, and the streams begin as it says", .enabled(if: Self.hasTools))
  func valid() async throws { try await expectGood("document") }

  @Test("schemathesis finds that the server follows the document", .enabled(if: Self.hasTools && Self.isLong))
  func schemathesis() async throws { try await expectGood("requests") }

  private func expectGood(_ part: String) async throws {
    let directory = try DirectoryServer([.init(1, "Jazz Radio"), .init(2, "Rock Radio")])
    try await TestRadio.with(directory: directory.url, recordings: FakeRecordings()) { radio in
      radio.play()
      let result = try ProcessRunner.run(
        Self.python, [Self.root + "/Tests/Checker/check_api.py", "http://localhost:\(radio.port)", part],
        limit: .seconds(100))
      #expect(result.exitCode == 0, "\(result.text)\(result.errorText)")
    }
  }

  @Test(
    "the page is seen within 200 ms or 5 times what a bare text takes, asks no other server, and for no file twice",
    .enabled(if: PageScript.canRun))
  func paint() async throws {
    try await TestRadio.with { radio in
      radio.play()
      try PageScript.expectGood("try_library", "paint", url: "http://localhost:\(radio.port)/")
    }
  }

  @Test(
    "four browser windows show the station and title, their bars move and fall, and their buttons work",
    .enabled(if: ProcessRunner.hasPrograms("chromium", "python3")), arguments: [nil, "open-sesame-open"])
  func browser(_ token: String?) async throws {
    try await TestRadio.with({ $0.token = token }) { radio in
      radio.play()
      // The demo changes its title every few seconds, and a busy machine may take that long to start a browser.
      let events = radio.tuner.events()
      let titles = Task {
        var titles = [radio.tuner.snapshot.title]
        for await case .title(let metadata) in events { titles.append(metadata.title) }
        return titles
      }
      let profile = try Scratch()
      let result = try ProcessRunner.run(
        "python3",
        [Self.root + "/Tests/Checker/browse_page.py", "chromium", "http://localhost:\(radio.port)/", profile.path]
          + (token.map { [$0] } ?? []), limit: .seconds(60))
      #expect(result.exitCode == 0, "\(result.errorText)")
      let seen = try JSONReader.read(result.output)
      titles.cancel()
      #expect(await titles.value.contains(try #require(seen["title"]?.text)))
      #expect(seen["station"]?.text == "First One")
      #expect(seen["stations"]?.integer() == 3)
      #expect(seen["tops"]?.integer() == 5, "bars of five different heights")
      #expect(radio.tuner.snapshot.state == .stopped)
    }
  }
}
