import AudioCore
import Testing

@Suite("A stream's address")
struct StreamURLTests {
  @Test(
    "an address keeps its path byte for byte",
    arguments: [
      ("http://h:8000", "http://h:8000/"), ("http://h/;", "http://h/;"),
      ("HTTP://H/;stream.mp3", "http://h/;stream.mp3"),
      ("icy://h/;?type=http&nocache=1", "http://h/;?type=http&nocache=1"), ("shout://h:80/x", "http://h/x"),
      ("https://h:443/a%20b?c=%2F#d", "https://h/a%20b?c=%2F"), ("http://[::1]:8000/x", "http://[::1]:8000/x"),
      ("http://h?x", "http://h/?x"),
    ])
  func text(input: String, expected: String) throws {
    #expect(try StreamURL(input).text == expected)
  }

  @Test("the credentials are removed from the address and decoded")
  func credentials() throws {
    let url = try StreamURL("http://us%40er:p%3Aw@h:8000/x")
    #expect(url.credentials == "us@er:p:w")
    #expect(url.text == "http://h:8000/x")
    #expect(try StreamURL("http://100%:%+1%4g%4A@h/").credentials == "100%:%+1%4gJ")
    #expect(StreamURL.withoutCredentials("see http://u:p@h/x") == "see http://h/x")
  }

  @Test("an @ in the path is none of credentials, unless the host's place holds a colon without a port")
  func signInPath() {
    for text in [
      "http://radio.example/i/live_10@113887/master.m3u8", "https://video.example:8443/@channel/live",
      "http://[2001:db8::1]/a@b", "http://[2001:db8::1]:8000/a@b", "http://h:/a@b", "http://h?next=a@b",
    ] {
      #expect(StreamURL.withoutCredentials(text) == text)
    }
    #expect(StreamURL.withoutCredentials("http://u:pa/ss@h/x") == "http://h/x")
    #expect(StreamURL.withoutCredentials("http://u@h/x@y") == "http://h/x@y")
  }

  @Test(
    "an invalid address is refused, and the error does not repeat a password",
    arguments: [
      "ftp://u:secret@h/", "file:///etc/passwd", "http://u:secret@h:99999/", "http:///x", "http://u:secret@h ost/",
      "h/x",
      "http://u:secret@h:0/", "http://h/\r\nX: y", "http://\u{301}99/", "http://a.\u{301}b/",
      "http://" + String(repeating: "a", count: 9000),
    ])
  func refused(_ text: String) {
    let error = #expect(throws: TuneError.self) { try StreamURL(text) }
    guard case .network(.badURL)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.description.contains("secret") == false)
  }

  @Test(
    "another text than an address is named without what may be a password",
    arguments: [
      ("radio", "‘radio’ is not an http(s) address"),
      ("user:secret@radio.example/live", "‘radio.example/live’ is not an http(s) address"),
      ("user:sec@ret@radio.example", "‘radio.example’ is not an http(s) address"),
      ("ftp://user:secret@h/", "‘h/’ is not an http(s) address"), ("secret@", "‘’ is not an http(s) address"),
      ("http://user:secret@h/a b", "the address has a blank in it"), ("", "the address is empty"),
    ])
  func named(_ text: String, _ clause: String) {
    #expect(StreamURL.namedFault(text)?.clause == clause)
  }

  @Test(
    "a reference of a server or list is resolved against the address",
    arguments: [
      ("http://x/y", "http://x/y"), ("//x/y", "https://x/y"), ("/y", "https://h:8443/y"), ("y", "https://h:8443/a/y"),
      ("?q", "https://h:8443/a/b?q"), ("../y?z/../q", "https://h:8443/y?z/../q"), ("./y/.", "https://h:8443/a/y/"),
      ("/x/../../y/..z", "https://h:8443/y/..z"),
    ])
  func resolving(reference: String, expected: String) throws {
    #expect(try StreamURL("https://h:8443/a/b?c/d").resolving(reference).text == expected)
  }

  @Test(
    "two addresses have the same identity when they lead to the same place",
    arguments: [
      ("icy://Host:80", "http://host/", true), ("https://h:443/a?b#c", "HTTPS://H/a?b", true),
      ("http://h/a", "http://h/A", false), ("http://h/", "https://h/", false), ("http://h:8000/", "http://h/", false),
      ("http://U:P@h/", "http://u:p@h/", false), ("http://h:/", "http://h", true), ("http://h?a", "http://h/?a", true),
      ("http://[::1]:80/", "http://[::1]/", true),
    ])
  func identity(_ one: String, _ other: String, _ isSame: Bool) {
    #expect((StreamURL.identity(one) == StreamURL.identity(other)) == isSame)
  }

  @Test(
    "the check of an address reads bytes, so that a combining mark hides no fault and causes none",
    arguments: [
      ("http://h/", nil), ("ICY://h", nil), ("shout://u:p@h:8000/;", nil), ("http://h/a\u{301}?\u{338}", nil),
      ("http://\u{301}h/", nil), ("", "is empty"), ("http://h/a b", "has a blank in it"),
      ("http://h/a\u{3000}b", "has a blank in it"), ("http://h/\u{7}", "holds a control character"),
      ("ftp://h/", "is not an http or https address"), ("http:/h/", "is not an http or https address"),
      ("ht\u{301}tp://h/", "is not an http or https address"), ("://h/", "is not an http or https address"),
      ("http:///a", "names no host"), ("http://u@/", "names no host"), ("http://:80/", "names no host"),
    ])
  func fault(_ address: String, _ fault: String?) { #expect(StreamURL.fault(address) == fault) }

  @Test(
    "a combining mark behind a separator does not hide it when addresses are compared",
    arguments: [
      ("http://H:80/\u{301}x", "http://h/\u{301}x", true), ("http://h/\u{301}X", "http://h/\u{301}x", false),
      ("http://H:80?\u{301}x", "http://h/?\u{301}x", true), ("http://h/a#\u{301}b", "http://h/a", true),
      ("http://u@\u{301}/", "http://u@\u{301}/", true), ("http://MÜLLER.test/", "http://xn--mller-kva.test/", true),
      ("http://h:x/", "icy://h:x/", true), ("http://a%2Fb@h/", "http://a/b@h/", false),
    ])
  func markedIdentity(_ one: String, _ other: String, _ isSame: Bool) {
    #expect((StreamURL.identity(one) == StreamURL.identity(other)) == isSame)
  }

  @Test(
    "a combining mark behind a separator does not hide it when a reference is resolved",
    arguments: [
      ("/\u{301}x", "http://h/\u{301}x"), ("?\u{301}x", "http://h/\u{301}dir/list?\u{301}x"),
      ("../x", "http://h/x"), ("x/\u{301}/../y", "http://h/\u{301}dir/x/y"), ("//\u{301}h/x", "http://\u{301}h/x"),
      ("x?\u{301}/../y", "http://h/\u{301}dir/x?\u{301}/../y"),
    ])
  func markedReference(reference: String, expected: String) throws {
    let base = "http://h/\u{301}dir/list?q"
    let resolved = try #require(StreamURL.resolve(reference, base: base))
    #expect(resolved.utf8.elementsEqual(expected.utf8), "\(resolved)")
    guard let url = try? StreamURL(base).resolving(reference) else {
      return #expect(reference.utf8.starts(with: "//".utf8))
    }
    #expect(url.text.utf8.elementsEqual(expected.utf8), "\(url.text)")
  }

  @Test(
    "an entry of a list becomes an absolute address, or none",
    arguments: [
      ("a b.mp3", "http://h:81/d/a%20b.mp3"), ("a \u{301}b", "http://h:81/d/a%20\u{301}b"),
      ("../../x?y/../z", "http://h:81/x?y/../z"), ("//x/y", "http://x/y"), ("?q", "http://h:81/d/list?q"),
      ("ICY://x/y", "http://x/y"), ("mailto:x@y", nil), ("C:\\Music\\a.mp3", nil), ("rtmp://h/x", nil), ("", nil),
      ("http:///x", nil), ("a\u{7}b", nil), ("12:30.mp3", "http://h:81/d/12:30.mp3"),
    ] as [(String, String?)])
  func entry(reference: String, expected: String?) {
    #expect(StreamURL.resolve(reference, base: "http://h:81/d/list?x") == expected)
    if let expected, expected.contains("h:81") { #expect(StreamURL.resolve(reference, base: "list.m3u") == nil) }
  }
}
