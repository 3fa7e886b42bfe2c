import JSON
import Testing

@Suite("A JSON text that is read")
struct JSONReaderTests {
  @Test(
    "an error about the rest of a text names what was read",
    arguments: [(nil, "line 2: '}' after the end of the value"), ("list", "line 2: '}' after the end of the list")])
  func rest(what: String?, message: String) {
    let text = Array("{}\n}".utf8)
    let fault = #expect(throws: JSONError.self) {
      try what.map { try JSONReader.read(text, what: $0) } ?? JSONReader.read(text)
    }
    #expect(fault?.description == message)
  }

  @Test("an array is cut into the texts of its elements, and an element that is too long becomes an empty text")
  func elements() {
    let text = Array(#"[{"a":"]"}, [1, 2],"0123456789","\"" ]"#.utf8)
    let elements = JSONElements.cut(text, first: 4, maximumBytes: 10)
    #expect(elements?.map { String(decoding: $0, as: UTF8.self) } == [#"{"a":"]"}"#, "[1, 2]", "", #""\"" "#])
    #expect(JSONElements.cut(text, first: 2, maximumBytes: 10)?.count == 2)
    #expect(JSONElements.cut(Array("{}".utf8), first: 2, maximumBytes: 10) == nil)
    #expect(JSONElements.cut(Array("[1, 2".utf8), first: 3, maximumBytes: 10) == nil)
  }
}
