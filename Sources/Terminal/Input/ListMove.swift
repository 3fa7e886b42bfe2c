/// A movement in a list.
package enum ListMove: Equatable, Sendable {
  /// One row up or down.
  case up, down
  /// One screen up or down.
  case pageUp, pageDown
  /// Half a screen up or down.
  case halfPageUp, halfPageDown
  /// To the first or the last row.
  case first, last
}
