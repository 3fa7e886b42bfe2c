import JSON
import Testing

@Suite("JSON for programs")
struct JSONWriterTests {
  @Test(
    "a number is written without an exponent and with at most three decimals",
    arguments: [
      (0.0, "0"), (-0.0001, "0"), (12.3, "12.3"), (8.1004, "8.1"), (0.0625, "0.063"), (-1.5, "-1.5"), (1e-7, "0"),
      (1_789_000_000.25, "1789000000.25"), (123_456_789_012.0, "123456789012"), (.nan, "0"), (.infinity, "0"),
      (1e300, "0"),
      (59.9996, "60"), (0.01, "0.01"),
    ])
  func numbers(number: Double, text: String) {
    #expect(number.json.content == .number(text))
    #expect(throws: Never.self) { try JSONReader.read(JSONWriter.line(.object(["number": number]))) }
  }

  @Test(
    "quotes, backslashes, control characters and line separators are escaped, and nothing else",
    arguments: [
      ("\"", #"\""#), ("\\", #"\\"#), ("\n", #"\n"#), ("\r", #"\r"#), ("\r\n", #"\r\n"#), ("\t", #"\t"#),
      ("\u{0}", #"\u0000"#), ("\u{1B}[2J", #"\u001b[2J"#), ("\u{1F}", #"\u001f"#), ("\u{7F}", #"\u007f"#),
      ("\u{9F}", #"\u009f"#), ("\u{2028}\u{2029}", #"\u2028\u2029"#), ("", ""),
      (" /'ü日\u{301}🎵\u{A0}\u{200B}", " /'ü日\u{301}🎵\u{A0}\u{200B}"),
    ] as [(String, String)])
  func escapes(text: String, escaped: String) throws {
    let (value, quoted) = (text.json, "\"" + escaped + "\"")
    #expect(String(decoding: JSONWriter.line(value), as: UTF8.self) == quoted)
    #expect(String(decoding: JSONWriter.write(value), as: UTF8.self) == quoted + "\n")
    #expect(String(decoding: JSONWriter.line(.object([text: value])), as: UTF8.self) == "{\(quoted):\(quoted)}")
    #expect(try JSONReader.read(JSONWriter.line(value)) == value)
  }

  @Test("no text has a control character in what is written, and every text reads back unchanged")
  func controls() throws {
    let scalars = (0...0x9F).compactMap { (value: Int) -> Unicode.Scalar? in Unicode.Scalar(value) }
    for scalar in scalars {
      let value = ("a" + String(scalar) + "b").json
      let line = JSONWriter.line(value)
      let text = String(decoding: line, as: UTF8.self)
      #expect(text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }, "U+\(scalar.value)")
      #expect(try JSONReader.read(line) == value, "U+\(scalar.value)")
    }
  }

  @Test("a value written on one line has no blanks and reads back unchanged")
  func line() throws {
    let value = JSONValue.object([
      "a": [1.json, true.json, "x\n\"ü".json, .null], "left out": nil,
      "b": .object(["c": [JSONValue](), "d": .object([:])]),
    ])
    let line = JSONWriter.line(value)
    #expect(String(decoding: line, as: UTF8.self) == #"{"a":[1,true,"x\n\"ü",null],"b":{"c":[],"d":{}}}"#)
    #expect(try JSONReader.read(line) == value)
    #expect(value["b"]?["c"]?.elements == [] && value["a"]?.elements?[0].integer() == 1 && value["x"] == nil)
  }
}
