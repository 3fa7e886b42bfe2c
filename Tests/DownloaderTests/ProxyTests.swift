import AudioCore
import Downloader
import TestSupport
import Testing

@Suite("Proxies")
struct ProxyTests {
  @Test(
    "no_proxy matches networks for hosts that are addresses, and names with and without a port",
    arguments: [
      ("192.168.0.0/16", "http://192.168.7.1/", false), ("192.168.0.0/16", "http://192.169.0.1/", true),
      ("10.0.0.0/8,fd00::/8", "http://[fd12::1]/", false), ("fd00::/8", "http://[fe12::1]:80/", true),
      ("192.168.7.0/33", "http://192.168.7.1/", true), ("192.168.7.128/25", "http://192.168.7.129/", false),
      ("192.168.7.128/25", "http://192.168.7.127/", true), ("0.0.0.0/0", "http://8.8.8.8/", false),
      ("192.168.0.0/16", "http://radio.example/", true), ("radio.example", "http://a.radio.example/", false),
      (".radio.example:8000", "http://radio.example:8000/", false),
      ("radio.example:8000", "http://radio.example/", true),
      ("[fd12::1]", "http://[fd12::1]/", false),
    ])
  func networks(list: String, address: String, isProxied: Bool) throws {
    let settings = ProxySettings(environment: ["http_proxy": "proxy.example:3128", "no_proxy": list])
    let proxy = try settings.proxy(for: StreamURL(address))
    #expect((proxy != nil) == isProxied)
  }

  @Test(
    "a proxy's address gives its kind and its port",
    arguments: [
      ("proxy.example", ProxyServer.Kind.http, 80), ("http://proxy.example:3128", .http, 3128),
      ("https://proxy.example", .http, 443), ("socks5://proxy.example", .socks5, 1080),
      ("socks5h://u:p@proxy.example", .socks5, 1080), ("socks://proxy.example:9050/", .socks5, 9050),
      ("SOCKS5://[fd12::1]", .socks5, 1080), ("socks5://[fd12::1]:9", .socks5, 9),
    ])
  func kinds(text: String, kind: ProxyServer.Kind, port: Int) throws {
    let proxy = try ProxySettings(environment: ["all_proxy": text]).proxy(for: StreamURL("https://radio.example/"))
    #expect(proxy?.kind == kind && proxy?.url.port == port)
  }

  @Test(
    "a proxy of an unsupported kind is an error and is never bypassed", arguments: ["socks4", "socks4a", "ftp"])
  func unknownKind(scheme: String) async throws {
    let server = try ScriptedServer { $0.answer(body: [1]) }
    let downloader = Fetch.downloader(environment: ["all_proxy": "\(scheme)://me:secret@127.0.0.1:1"])
    let failure = try await Fetch.failure("http://radio.example:\(server.port)/", by: downloader)
    #expect(failure?.description.contains("'\(scheme)'") == true && failure?.description.contains("secret") == false)
    #expect(server.callCount == 0)
  }

  @Test("a SOCKS proxy gets the host's name, and the station plays through it", arguments: [false, true])
  func socks(hasPassword: Bool) async throws {
    let proxy = try ScriptedServer(readsRequest: false) { call in
      _ = call.receive(exactly: hasPassword ? 4 : 3)
      call.send([5, hasPassword ? 2 : 0])
      if hasPassword {
        guard call.receive(exactly: 9) == [1, 2] + Array("me".utf8) + [4] + Array("word".utf8) else {
          call.send([1, 1])
          return
        }
        call.send([1, 0])
      }
      let name = Array("radio.invalid".utf8)
      let wanted = [5, 1, 0, 3, UInt8(name.count)] + name + [0x1F, 0x40]
      guard call.receive(exactly: wanted.count) == wanted else {
        call.send([5, 1, 0, 1, 0, 0, 0, 0, 0, 0])
        return
      }
      call.send([5, 0, 0, 3, 1, 0x78, 0, 1])
      guard let request = call.nextRequest() else { return }
      // The station does not see the password of the proxy.
      call.answer(body: Array((request.line + (request.header("Proxy-Authorization") ?? "")).utf8))
    }
    let credentials = hasPassword ? "me:word@" : ""
    let downloader = Fetch.downloader(environment: ["all_proxy": "socks5://\(credentials)127.0.0.1:\(proxy.port)"])
    let content = try await Fetch.all("http://radio.invalid:8000/live", by: downloader)
    #expect(String(decoding: content.audio, as: UTF8.self) == "GET /live HTTP/1.1")
  }

  @Test("each refusal of a SOCKS proxy has its own error")
  func socksRefusals() async throws {
    for (answers, failure) in [
      ([[5, 0xFF]], TuneError.status(407, host: "the proxy 127.0.0.1", reason: "it wants a user name and password")),
      ([[5, 0], [5, 5, 0, 1, 0, 0, 0, 0, 0, 0]], .refused(host: "radio.invalid", port: 80)),
      (
        [[5, 0], [5, 4, 0, 1, 0, 0, 0, 0, 0, 0]],
        .unreachable(host: "radio.invalid", port: 80, reason: "the proxy 127.0.0.1 cannot reach it")
      ),
      ([Array("HTTP/1.0 400\r\n".utf8)], .badAnswer(host: "the proxy 127.0.0.1", reason: "it does not speak SOCKS 5")),
    ] as [([[UInt8]], TuneError)] {
      let proxy = try ScriptedServer(readsRequest: false) { call in
        _ = call.receive(exactly: 3)
        for answer in answers {
          call.send(answer)
          if answer != answers.last { _ = call.receive(exactly: 20) }
        }
      }
      let downloader = Fetch.downloader(environment: ["all_proxy": "socks5://127.0.0.1:\(proxy.port)"])
      #expect(try await Fetch.failure("http://radio.invalid/", by: downloader) == failure)
    }
  }
}
