/// The size of a terminal's cell in pixels.
public struct CellPixels: Sendable, Equatable {
  /// The width, 4…64.
  public let width: Int
  /// The height, 6…128.
  public let height: Int

  /// The size that is assumed for proportions when the terminal does not report it.
  public static let `default` = CellPixels(checkedWidth: 10, height: 20)

  /// Creates a size; nil when no screen has such cells.
  public init?(width: Int, height: Int) {
    guard 4...64 ~= width, 6...128 ~= height else { return nil }
    self.init(checkedWidth: width, height: height)
  }

  private init(checkedWidth width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}
