import Foundation
import TestSupport
import Testing
import WebServer

@Suite("The files of the page", .timeLimit(.minutes(1 * TestTime.waitScale)))
struct PageFileTests {
  private static let folder =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path + "/Sources/CAssets/page"

  /// The most bytes of all files of the page but for pictures.
  private static let limit = 155 << 10

  /// The files in the folder, by their paths at the server.
  private static var listed: [String: Data] {
    get throws {
      let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
      var files: [String: Data] = [:]
      for name in names where URL(fileURLWithPath: name).pathExtension != "" {
        files[name == "page.html" ? "/" : "/" + name] = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
      }
      return files
    }
  }

  @Test("every file of the folder is in the program, and no other")
  func complete() throws {
    #expect(try Set(Self.listed.keys) == PageFiles.paths)
  }

  @Test("the page needs nothing from other hosts, and no other page may show it in a frame")
  func own() async throws {
    try await TestRadio.with { radio in
      for (target, content) in try Self.listed {
        let answer = try radio.ask("HEAD", target)
        #expect(answer.status == 200 && answer.head.contains("x-content-type-options: nosniff"))
        #expect(answer.head.contains("frame-ancestors 'none'") && !answer.head.contains("unsafe"))
        #expect(!answer.head.contains("octet-stream"), "the media type of \(target) is unknown")
        let text = String(decoding: content, as: UTF8.self).replacing("http://www.w3.org/", with: "")
          .replacing("https://…", with: "")
        #expect(!text.contains("http://") && !text.contains("https://"), "\(target) names another host")
      }
    }
  }

  @Test("the security policy has the hash of the script within the page, which no network can keep from it")
  func inlineScript() async throws {
    let folder = try Scratch()
    try await TestRadio.with { radio in
      let answer = try radio.ask("GET", "/")
      let scripts = answer.body.split(separator: "<script>").dropFirst()
        .compactMap { $0.split(separator: "</script>").first }
      let script = try #require(scripts.first, "the page has no script of its own")
      #expect(scripts.count == 1)
      let path = try folder.write(Array(script.utf8), as: "script")
      let digest = try ProcessRunner.run("openssl", ["dgst", "-sha256", "-binary", path])
      #expect(digest.exitCode == 0, "\(digest.errorText)")
      let source = "'sha256-\(Data(digest.output).base64EncodedString())'"
      #expect(answer.head.contains("script-src 'self' \(source.lowercased());"), "the policy needs \(source)")
    }
  }

  @Test("no file uses what browsers of 2022 lack, where the page has no other way")
  func older() throws {
    for (path, content) in try Self.listed where [".js", ".css", "/"].contains(where: path.hasSuffix) {
      let text = String(decoding: content, as: UTF8.self)
      let words = [
        "checkVisibility()", "light-dark(", ":has(", "AbortSignal.any(", "AbortSignal.timeout(", ".ariaLabel",
        ".ariaPressed",
      ]
      for word in words {
        let lines = text.split(separator: "\n").filter { $0.contains(word) && !$0.contains("//") }
        #expect(lines.isEmpty, "\(path) has \(lines)")
      }
    }
  }

  @Test("a style that browsers of 2022 do not know stands behind one that they do")
  func olderStyles() throws {
    for (path, content) in try Self.listed where path.hasSuffix(".css") {
      for line in String(decoding: content, as: UTF8.self).split(separator: "\n") {
        let styles = line.split(whereSeparator: { ";{}".contains($0) }).map { $0.split(separator: ":", maxSplits: 1) }
        for (place, style) in styles.enumerated() where style.count == 2 && Self.isNew(style[1]) {
          let name = style[0].filter { $0 != " " }
          let hasOther = styles[..<place].contains {
            $0.count == 2 && $0[0].filter { $0 != " " } == name && !Self.isNew($0[1])
          }
          #expect(hasOther, "\(path): \(line)")
        }
      }
    }
  }

  private static func isNew(_ value: Substring) -> Bool { value.contains("dvh") || value.contains("color-mix(") }

  @Test("a file that the client has is not sent again; another one is")
  func tags() async throws {
    try await TestRadio.with { radio in
      let first = try radio.ask("GET", "/app.css")
      let line = try #require(first.head.split(separator: "\r\n").first { $0.hasPrefix("etag: ") })
      let tag = line.dropFirst("etag: ".count)
      #expect(first.head.contains("cache-control: no-cache") && !first.body.isEmpty)
      for known in ["\(tag)", "W/\(tag)", #""other", \#(tag)"#, "*"] {
        let answer = try radio.ask("GET", "/app.css", headers: ["If-None-Match: \(known)"])
        #expect(answer.status == 304 && answer.body.isEmpty && !answer.head.contains("content-length"), "\(known)")
      }
      #expect(try radio.ask("GET", "/", headers: ["If-None-Match: \(tag)"]).status == 200)
      #expect(try radio.ask("GET", "/page.html").status == 404)
      #expect(try radio.ask("GET", "/modules/../app.css").status == 404)
    }
  }

  @Test("the page has at most 155 KB, without pictures")
  func size() async throws {
    try await TestRadio.with { radio in
      var sizes: [String: Int] = [:]
      for path in PageFiles.paths where ![".png", ".ico", ".svg"].contains(where: path.hasSuffix) {
        sizes[path] = try radio.ask("GET", path).body.utf8.count
      }
      #expect(sizes.values.reduce(0, +) <= Self.limit, "the page has \(sizes)")
    }
  }

  @Test("comments, indentation and empty lines are left out")
  func compact() throws {
    let source = "/* Style. */\na {\n  b: c; /* d */\n}\n\n  // One.\n  call(\"//\");  // two\n    `x`"
    let text = Array(source.utf8).withUnsafeBufferPointer { String(decoding: PageText.compact($0), as: UTF8.self) }
    #expect(text == "a {\nb: c; /* d */\n}\ncall(\"//\");  // two\n`x`\n")
    for (path, content) in try Self.listed where [".js", ".css", "/"].contains(where: path.hasSuffix) {
      for (number, line) in String(decoding: content, as: UTF8.self).split(separator: "\n").enumerated() {
        #expect(line.filter { $0 == "`" }.count.isMultiple(of: 2), "\(path) has a text of several lines near \(number)")
      }
    }
  }
}
