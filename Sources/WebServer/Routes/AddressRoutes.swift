import HTTPServer
import NIOCore
import Synchronization

/// The endpoint that returns the addresses under which other machines reach the page.
final class AddressRoutes: Sendable {
  private let options: WebOptions
  private let port: Atomic<Int>

  /// The endpoint of a server with these options.
  init(_ options: WebOptions) {
    self.options = options
    port = Atomic(options.port)
  }

  /// Notes the port on which the server listens.
  func note(port number: Int) { port.store(number, ordering: .relaxed) }

  /// Returns the addresses, the best one first, whether the server listens for other machines, and whether a client from
  /// there needs the token.
  func addresses() -> HTTPAnswer {
    let hosts = ReachableAddresses.hosts(of: options.host) { ReachableAddresses.Device.now() }
    let port = port.load(ordering: .relaxed)
    return .json(
      .object([
        "addresses": .array(hosts.map { .text("http://\($0):\(port)/") }),
        "isOpen": .flag(ReachableAddresses.isOpen(options.host)), "hasToken": .flag(options.token != nil),
      ]))
  }
}
