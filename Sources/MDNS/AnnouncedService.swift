/// A service of this machine that other machines of the network find by name (RFC 6763).
public struct AnnouncedService: Sendable, Equatable {
  /// The IP versions on which the service is reached, as Avahi numbers them.
  public enum Versions: Int32, Sendable {
    /// IPv4 and IPv6.
    case both = -1
    /// IPv4 only.
    case four = 0
  }

  /// The type, such as `_http._tcp`.
  public var type: String
  /// The TCP port.
  public var port: UInt16
  /// The IP versions on which the service is reached.
  public var versions: Versions
  /// Properties for clients, such as `path=/`, each at most 255 bytes.
  public var properties: [String]

  /// A service of the type `type` that listens at `host`, where `0.0.0.0` stands for every IPv4 address.
  public init(type: String, host: String, port: UInt16, properties: [String] = []) {
    self.type = type
    self.port = port
    versions = host.contains(":") || !host.allSatisfy { $0.isNumber || $0 == "." } ? .both : .four
    self.properties = properties
  }
}
