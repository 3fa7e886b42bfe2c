import JSON
import Testing

@Suite("JSON of values")
struct JSONConvertibleTests {
  private struct Point: JSONConvertible {
    var (x, y): (Int, Int?)

    var json: JSONValue { .object(["x": x, "y": y]) }
  }

  @Test("an object has its members in order, and those that are nil are left out")
  func members() {
    let (none, text): (String?, String?) = (nil, "a \"b\"")
    let value = JSONValue.object([
      "text": text, "none": none, "whole": 7, "large": UInt64.max, "number": 0.5, "flag": false, "texts": ["x", "y"],
      "values": [Point(x: 1, y: nil), Point(x: 2, y: 3)], "empty": [Int](), "null": .null, "unknown": none ?? .null,
      "inner": .object(["flag": Bool?.some(true), "count": Int?.none]),
    ])
    let line = String(decoding: JSONWriter.line(value), as: UTF8.self)
    #expect(
      line == #"{"text":"a \"b\"","whole":7,"large":18446744073709551615,"number":0.5,"flag":false,"#
        + #""texts":["x","y"],"values":[{"x":1},{"x":2,"y":3}],"empty":[],"null":null,"unknown":null,"#
        + #""inner":{"flag":true}}"#)
  }

  @Test("an object that is added gives its members after the others")
  func adding() {
    let value = Point(x: 1, y: 2).json.adding(.object(["z": 3, "none": nil]))
    #expect(String(decoding: JSONWriter.line(value), as: UTF8.self) == #"{"x":1,"y":2,"z":3}"#)
    #expect(value.adding(.object([:])) == value)
  }
}
