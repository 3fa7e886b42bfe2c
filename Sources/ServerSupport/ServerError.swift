public import SystemSupport

/// An error that keeps a server from starting.
public enum ServerError: Error, Sendable, Equatable {
  /// The server cannot listen on this address; `reason` is the system's, or that another program uses the port.
  case cannotListen(host: String, port: Int, reason: String)
  /// The options of the server are invalid; `message` says why.
  case invalidOptions(message: String)
  /// Its Unix socket, or another call of the system.
  case system(SystemError)
}

extension ServerError: CustomStringConvertible {
  /// One sentence: the failure and its place.
  public var description: String {
    switch self {
    case .cannotListen(let host, let port, let reason): "cannot listen on \(host) port \(port): \(reason)"
    case .invalidOptions(let message): message
    case .system(let error): error.description
    }
  }
}
