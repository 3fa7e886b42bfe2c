import Glibc

/// Finds the address of a bus.
package enum BusAddress {
  /// The place of the system's bus, by the D-Bus specification.
  private static let systemSocket = "/var/run/dbus/system_bus_socket"

  /// Returns the address of the system's bus: `DBUS_SYSTEM_BUS_ADDRESS`, else the usual socket if it exists. Returns
  /// nil when there is none, or when it uses another transport than a Unix socket.
  ///
  /// `variable` returns the value of an environment variable.
  package static func ofSystem(variable: (String) -> String? = Self.environmentVariable) -> String? {
    if let address = variable("DBUS_SYSTEM_BUS_ADDRESS"), !address.isEmpty { return local(address) }
    return access(systemSocket, F_OK) == 0 ? "unix:path=" + systemSocket : nil
  }

  /// Returns the address of the user's session bus from the environment: `DBUS_SESSION_BUS_ADDRESS`, else the socket `bus` in `XDG_RUNTIME_DIR`
  /// if it exists. Returns nil when there is no session bus, or when it uses another transport than a Unix socket,
  /// which no desktop does.
  ///
  /// `variable` returns the value of an environment variable.
  package static func ofSession(variable: (String) -> String? = Self.environmentVariable) -> String? {
    if let address = variable("DBUS_SESSION_BUS_ADDRESS"), !address.isEmpty { return local(address) }
    guard let folder = variable("XDG_RUNTIME_DIR"), !folder.isEmpty else { return nil }
    let path = folder + "/bus"
    return access(path, F_OK) == 0 ? "unix:path=" + escaped(path) : nil
  }

  /// Returns `address` if it leads to Unix sockets only. Other transports may block: they look up names or start
  /// programs.
  private static func local(_ address: String) -> String? {
    address.split(separator: ";").allSatisfy { $0.hasPrefix("unix:") } ? address : nil
  }

  /// Returns the value of an environment variable of this process.
  package static func environmentVariable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Returns `path` in the notation of an address: by the D-Bus specification, all other characters are written `%XX`.
  private static func escaped(_ path: String) -> String {
    path.utf8.reduce(into: "") { text, byte in
      let scalar = UnicodeScalar(byte)
      let isPlain =
        scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789-_/.\\*".unicodeScalars.contains(scalar))
      let hexadecimal = String(byte, radix: 16)
      text += isPlain ? String(scalar) : (byte < 16 ? "%0" : "%") + hexadecimal
    }
  }
}
