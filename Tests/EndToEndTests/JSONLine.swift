import Foundation

/// One line of `radiod spectrum --json`, with the members that these tests use.
struct JSONLine: Decodable {
  var type: String
  var version: Int?
  var source: String?
  var codec: String?
  var sampleRate: Int?
  var channels: Int?
  var index: Int?
  var time: Double?
  var title: String?
  var frames: Int?
  var reason: String?
  var levels: [[Double]]?

  /// The whole lines of `output`; a line that is not a JSON object becomes one of type "broken".
  static func parse(_ output: [UInt8]) -> [JSONLine] {
    let decoder = JSONDecoder()
    let end = output.lastIndex(of: UInt8(ascii: "\n")) ?? output.startIndex
    return output[..<end].split(separator: UInt8(ascii: "\n")).map { line in
      (try? decoder.decode(JSONLine.self, from: Data(line))) ?? JSONLine(type: "broken")
    }
  }
}
