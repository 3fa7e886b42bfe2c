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
    #expect(JSONValue.number(number).content == .number(text))
    #expect(throws: Never.self) { try JSONReader.read(JSONWriter.line(.object(["number": .number(number)]))) }
  }

  @Test("a value written on one line has no blanks and reads back unchanged")
  func line() throws {
    let value = JSONValue.object([
      "a": .array([.number(1), .flag(true), .text("x\n\"ü"), JSONValue(.null)]), "left out": nil,
      "b": .object(["c": .array([]), "d": .object([:])]),
    ])
    let line = JSONWriter.line(value)
    #expect(String(decoding: line, as: UTF8.self) == #"{"a":[1,true,"x\n\"ü",null],"b":{"c":[],"d":{}}}"#)
    #expect(try JSONReader.read(line) == value)
    #expect(value["b"]?["c"]?.elements == [] && value["a"]?.elements?[0].integer() == 1 && value["x"] == nil)
  }
}
