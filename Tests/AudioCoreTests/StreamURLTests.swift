import AudioCore
import Downloader
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
    #expect(StreamURL.withoutCredentials("see http://u:p@h/x") == "see http://h/x")
  }

  @Test(
    "an invalid address is refused, and the error does not repeat a password",
    arguments: [
      "ftp://u:secret@h/", "file:///etc/passwd", "http://u:secret@h:99999/", "http:///x", "http://u:secret@h ost/",
      "h/x",
      "http://u:secret@h:0/", "http://h/\r\nX: y", "http://" + String(repeating: "a", count: 9000),
    ])
  func refused(_ text: String) {
    let error = #expect(throws: TuneError.self) { try StreamURL(text) }
    #expect(error?.exitCode == 64)
    #expect(error?.description.contains("secret") == false)
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
    "addresses of this machine and of link-local networks count as local",
    arguments: [
      ("http://localhost/", true), ("http://127.0.0.1:8000/", true), ("http://[::1]/", true),
      ("http://169.254.1.1/", true), ("http://[fe80::1]/", true), ("http://example.org/", false),
      ("http://10.0.0.1/", false),
    ])
  func local(text: String, isLocal: Bool) throws {
    #expect(try StreamURL(text).isLocal == isLocal)
  }
}
