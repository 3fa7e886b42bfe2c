import Foundation

/// JSON that the program wrote, as dictionaries.
enum JSONObjects {
  /// The objects of `output`, one per line; other lines are left out.
  static func lines(_ output: [UInt8]) -> [[String: Any]] {
    output.split(separator: UInt8(ascii: "\n")).compactMap { whole(Array($0)) }
  }

  /// The one object in `output`; nil when `output` is something else.
  static func whole(_ output: [UInt8]) -> [String: Any]? {
    try? JSONSerialization.jsonObject(with: Data(output)) as? [String: Any]
  }
}
