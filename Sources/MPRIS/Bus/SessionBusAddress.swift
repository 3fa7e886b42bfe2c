import Glibc

/// Where the user's session bus is.
package enum SessionBusAddress {
  /// Its address by the environment: `DBUS_SESSION_BUS_ADDRESS`, else the socket `bus` in `XDG_RUNTIME_DIR` when that is there.
  /// Nil when there is no session bus, or it is reached by other ways than a Unix socket, as nobody's is.
  ///
  /// `variable` gives the value of a variable of the environment.
  package static func find(variable: (String) -> String? = Self.environmentVariable) -> String? {
    if let address = variable("DBUS_SESSION_BUS_ADDRESS"), !address.isEmpty {
      // Others may take their time: names are looked up, programs started.
      return address.split(separator: ";").allSatisfy { $0.hasPrefix("unix:") } ? address : nil
    }
    guard let folder = variable("XDG_RUNTIME_DIR"), !folder.isEmpty else { return nil }
    let path = folder + "/bus"
    return access(path, F_OK) == 0 ? "unix:path=" + escaped(path) : nil
  }

  /// The value of a variable of this process' environment.
  package static func environmentVariable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// `path` as it is written in an address: by the bus' specification, what is none of these is written `%XX`.
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
