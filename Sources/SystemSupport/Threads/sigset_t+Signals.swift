package import Glibc

extension sigset_t {
  /// A set of these signals.
  package init(_ signals: [Int32]) {
    self.init()
    sigemptyset(&self)
    for signal in signals { sigaddset(&self, signal) }
  }
}
