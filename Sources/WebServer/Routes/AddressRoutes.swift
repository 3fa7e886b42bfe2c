import HTTPServer
import JSON

/// The endpoint that returns the addresses under which other machines reach the page.
struct AddressRoutes {
  let options: WebOptions
  /// Knows the port on which the server listens.
  let access: WebAccess

  /// Returns the addresses, the best one first, whether the server listens for other machines, and whether a client from
  /// there needs the token.
  func addresses() -> HTTPAnswer {
    let hosts = ReachableAddresses.hosts(of: options.host) { ReachableAddresses.Device.now() }
    let port = access.port
    return .json(
      .object([
        "addresses": hosts.map { "http://\($0):\(port)/" },
        "isOpen": ReachableAddresses.isOpen(options.host), "hasToken": options.token != nil,
      ]))
  }
}
