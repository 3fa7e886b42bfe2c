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
  }
}
