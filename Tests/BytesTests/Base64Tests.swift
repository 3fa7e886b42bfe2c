import Bytes
import Testing

@Suite("Base64")
struct Base64Tests {
  @Test(
    "texts are coded as in the examples of RFC 4648, section 10",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
      ("foobar", "Zm9vYmFy"),
    ])
  func examples(text: String, coded: String) {
    #expect(String(decoding: Base64.encode(text.utf8), as: UTF8.self) == coded)
    #expect(Base64.decode(coded.utf8) == Array(text.utf8))
    #expect(Base64.decode(coded.utf8.filter { $0 != UInt8(ascii: "=") }) == Array(text.utf8))
  }

  @Test(
    "all bytes come back, and what is not Base64 gives none",
    arguments: ["A", "AAAAA", "A=A=", "Zm 9", "Zm9v\n", "é==="])
  func decodes(fault: String) {
    let bytes = (UInt8.min...UInt8.max).flatMap { [$0, ~$0, $0 &* 3] }
    #expect(Base64.decode(Base64.encode(bytes)) == bytes)
    #expect(Base64.decode(fault.utf8) == nil)
  }
}
