import ArgumentParser

/// The declaration of one option.
enum TabledArgument {
  /// An option with at most one value.
  case text(Option<String?>)
  /// An option that may be repeated.
  case texts(Option<[String]>)
  /// A flag.
  case flag(Flag<Bool>)
  /// A flag and its opposite.
  case choice(Flag<Bool?>)
}
