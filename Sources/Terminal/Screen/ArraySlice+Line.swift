extension ArraySlice {
  /// Returns the end of the first line of `columns`: after the last element that fits, or before the last blank where the
  /// line would end within a word. The line is empty when the first element is wider.
  func endOfLine(columns: Int, width: (Element) -> Int, isBlank: (Element) -> Bool) -> Int {
    var end = startIndex
    var used = 0
    while end < endIndex, used + width(self[end]) <= columns {
      used += width(self[end])
      end += 1
    }
    guard end < endIndex, !isBlank(self[end]), let blank = self[..<end].lastIndex(where: isBlank), blank > startIndex
    else { return end }
    return blank
  }
}
