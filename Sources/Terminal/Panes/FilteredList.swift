import AudioCore

/// Elements of which a filter and a condition decide which are shown, and the position among those.
package struct FilteredList<Element: Equatable & Sendable>: Sendable {
  /// All elements.
  package private(set) var elements: [Element] = []
  /// The numbers of the elements that are shown.
  package private(set) var shown: [Int] = []
  /// The filter.
  package private(set) var filter = PaneFilter()
  /// The position.
  package var list = ListView()

  private let text: @Sendable (Element) -> String
  private var condition: @Sendable (Element) -> Bool
  /// The folded texts of the elements, made when a filter needs them.
  private var texts: [FoldedText] = []

  /// Creates an empty list. `text` is what the filter looks at; elements without `condition` are not shown.
  package init(
    text: @escaping @Sendable (Element) -> String, condition: @escaping @Sendable (Element) -> Bool = { _ in true }
  ) {
    self.text = text
    self.condition = condition
  }

  /// The chosen element; nil when none is shown.
  package var chosen: Element? { element(at: list.chosen) }

  /// Returns the element in a row of the list; nil when there is none.
  package func element(at row: Int) -> Element? { shown.indices.contains(row) ? elements[shown[row]] : nil }

  /// Replaces the elements. The chosen one stays chosen while it is there, except in the first row, or with `followsEnd`
  /// in the last one: there the newest one is chosen.
  package mutating func replace(_ new: [Element], followsEnd: Bool) {
    let follows = followsEnd ? list.isAtEnd : list.chosen == 0
    let kept = follows ? nil : chosen
    elements = new
    texts = []
    rebuild()
    let row = kept.flatMap { kept in shown.firstIndex { elements[$0] == kept } }
    list.setCount(shown.count, choosing: row ?? (!follows ? list.chosen : followsEnd ? shown.count - 1 : 0))
  }

  /// Replaces the condition; the last row is chosen.
  mutating func setCondition(_ condition: @escaping @Sendable (Element) -> Bool) {
    self.condition = condition
    rebuild()
    list.setCount(shown.count, choosing: shown.count - 1)
  }

  /// Changes the filter; the first row is chosen when another text is looked for, with `choosesEnd` the last one.
  mutating func changeFilter(choosesEnd: Bool = false, _ change: (inout PaneFilter) -> Void) {
    let old = filter.query
    change(&filter)
    guard filter.query != old else { return }
    rebuild()
    list.setCount(shown.count, choosing: choosesEnd ? shown.count - 1 : 0)
  }

  private mutating func rebuild() {
    if filter.query.isEmpty {
      shown = elements.indices.filter { condition(elements[$0]) }
      return
    }
    if texts.count != elements.count {
      var cache = FoldingCache()
      texts = elements.map { FoldedText(text($0), limit: FuzzyQuery.maximumLength, cache: &cache) }
    }
    shown = elements.indices.filter { condition(elements[$0]) && filter.query.rank(name: texts[$0]) != nil }
  }
}
