import AudioCore
import Downloader
import TestSupport
import Testing

@Suite("Odd addresses")
struct OddAddressTests {
  /// An address, and the request target that it gives.
  static let targets: [(address: String, target: String)] = [
    ("/live.mp3?list=rock|pop&session=a%2Fb%3D", "/live.mp3?list=rock%7Cpop&session=a%2Fb%3D"),
    ("/seg%20s0.ts?policy=a%2Bb~|x", "/seg%20s0.ts?policy=a%2Bb~%7Cx"),
    ("/a%2Fb/ü?x=%C3%BC", "/a%2Fb/%C3%BC?x=%C3%BC"), ("/50%?a=%zz&b=%41", "/50%25?a=%25zz&b=%41"),
    ("/;x=(1)*!'$,@:[2]~_-.", "/;x=(1)*!'$,@:[2]~_-."), ("/{a}^`\"<>\\", "/%7Ba%7D%5E%60%22%3C%3E%5C"),
  ]

  @Test("a redirect is requested byte for byte, and only illegal characters are escaped, once", arguments: targets)
  func redirect(address: String, target: String) async throws {
    let server = try ScriptedServer { call in
      if call.number == 0 { return call.answer("302 Found", headers: ["Location: \(address)"]) }
      call.answer(body: [1])
    }
    #expect(try await Fetch.all(server.url).audio == [1])
    #expect(server.requests.last?.path == target)
  }

  @Test("behind a proxy, too, illegal characters are escaped")
  func proxy() async throws {
    let proxy = try ScriptedServer { $0.answer(body: [1]) }
    let downloader = Fetch.downloader(environment: ["http_proxy": "127.0.0.1:\(proxy.port)"])
    _ = try await Fetch.all("http://radio.example/a b?x=ü|y%2F", by: downloader)
    #expect(proxy.requests.map(\.line) == ["GET http://radio.example/a%20b?x=%C3%BC%7Cy%2F HTTP/1.1"])
  }

  @Test("an address of 7000 bytes is requested, and one of more than 8 KiB is refused")
  func length() async throws {
    let long = "/" + String(repeating: "x", count: 7000)
    let server = try ScriptedServer { call in
      if call.number == 0 { return call.answer("302 Found", headers: ["Location: \(long)"]) }
      call.answer(body: [1])
    }
    #expect(try await Fetch.all(server.url).audio == [1])
    #expect(server.requests.last?.path == long)
    #expect(throws: TuneError.self) { try StreamURL("http://h/" + String(repeating: "x", count: 8192)) }
  }

  @Test("a host name of more than 253 bytes is refused, since a proxy could read its beginning as another name")
  func longHost() throws {
    let labels = Array(repeating: String(repeating: "a", count: 60), count: 4).joined(separator: ".")
    #expect(try StreamURL("http://\(labels)/").host == labels)
    for longer in [labels + ".aaaaaaaaaa", String(repeating: "0", count: 246) + "127.0.0.1.evil.example"] {
      #expect(throws: TuneError.self) { try StreamURL("http://\(longer)/") }
    }
  }

  @Test("a redirect longer than the limit of addresses is refused, not cut")
  func longRedirect() async throws {
    let target = "/" + String(repeating: "x", count: 9000)
    let server = try ScriptedServer { $0.answer("302 Found", headers: ["Location: http://127.0.0.1:\(1)\(target)"]) }
    let failure = try await Fetch.failure(server.url)
    #expect(failure?.description.contains("too long") == true, "\(String(describing: failure))")
  }

  @Test("a user name without a password is sent with the colon of RFC 7617")
  func userAlone() async throws {
    let server = try ScriptedServer { $0.answer(body: [1]) }
    _ = try await Fetch.all(server.url("/", credentials: "joe"))
    #expect(server.requests.last?.header("authorization") == "Basic am9lOg==")
  }

  @Test(
    "an international name becomes its ASCII form (RFC 5891), also in upper case and with combining marks",
    arguments: [
      ("http://müller.test/", "xn--mller-kva.test"), ("http://MÜLLER.test/", "xn--mller-kva.test"),
      ("http://mu\u{308}ller.test/", "xn--mller-kva.test"), ("http://日本.test/", "xn--wgv71a.test"),
      ("http://１２７.０.０.１/", "127.0.0.1"), ("http://straße.test/", "xn--strae-oqa.test"),
    ])
  func international(address: String, host: String) throws {
    #expect(try StreamURL(address).host == host)
  }

  @Test("an international name is in the Host field in ASCII")
  func internationalHost() async throws {
    let server = try ScriptedServer { $0.answer(body: [1]) }
    // Full-width digits: one of the few names beyond ASCII that lead to this machine without a name server.
    #expect(try await Fetch.all("http://１２７.０.０.１:\(server.port)/").audio == [1])
    #expect(server.requests.last?.header("host") == "127.0.0.1:\(server.port)")
  }
}
