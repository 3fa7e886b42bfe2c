import Foundation

/// JSON that the program wrote, as it comes.
enum JSONObjects {
  /// The objects of `output`, one a line; a line that is none is left out.
  static func lines(_ output: [UInt8]) -> [[String: Any]] {
    output.split(separator: UInt8(ascii: "\n")).compactMap { whole(Array($0)) }
  }

  /// The one object that `output` is; nil when it is none.
  static func whole(_ output: [UInt8]) -> [String: Any]? {
    try? JSONSerialization.jsonObject(with: Data(output)) as? [String: Any]
  }
}
