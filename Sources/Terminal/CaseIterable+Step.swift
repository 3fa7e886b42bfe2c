extension CaseIterable where Self: Equatable, AllCases == [Self] {
  /// Returns the case `steps` after this one, in a ring.
  func stepped(by steps: Int) -> Self {
    let all = Self.allCases
    let index = (all.firstIndex(of: self) ?? 0) + steps
    return all[(index % all.count + all.count) % all.count]
  }
}
