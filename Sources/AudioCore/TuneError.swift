/// Every error that can prevent or end playback, with one sentence for the user and an exit code.
public enum TuneError: Error, Sendable, Equatable {
  /// The command line is invalid; `message` says why, and what is valid.
  case usage(message: String)
  /// An entry to add is already in the list, or its id is taken; `message` says which.
  case conflict(message: String)
  /// The URL is not a valid http(s) address.
  case badURL(String, reason: String)
  /// No station has this name; `suggestions` are similar ids.
  case unknownStation(String, suggestions: [String])
  /// The station list cannot be read or is invalid; `reason` names the line and the fault.
  case badStationList(path: String, reason: String)
  /// A file is missing or unreadable.
  case cannotRead(path: String, reason: String)
  /// The resolver does not know the host's name.
  case unknownHost(String)
  /// The host refused the connection: no program listens on this port.
  case refused(host: String, port: Int)
  /// The host cannot be reached; `reason` is the system's or the proxy's.
  case unreachable(host: String, port: Int, reason: String)
  /// The host did not answer within the connect timeout.
  case noAnswer(host: String, port: Int, afterSeconds: Int)
  /// The host accepted the connection, but no complete response head arrived within the timeout.
  case headTimeout(host: String, afterSeconds: Int)
  /// TLS failed; `reason` is an expired certificate, a wrong host, a self-signed certificate, a server without TLS …
  case tls(host: String, reason: String)
  /// The answer of the server is not HTTP or ICY, is malformed, or is too long.
  case badAnswer(host: String, reason: String)
  /// The server answered with an error status. `retryAfter` is the delay in seconds that it asks for before a retry, if
  /// any.
  case status(Int, host: String, reason: String, retryAfter: Int? = nil)
  /// The server accepts no more listeners; `retryAfter` as above.
  case serverFull(host: String, retryAfter: Int? = nil)
  /// Redirects or playlists lead to a loop, a forbidden target, or beyond the limit of steps.
  case redirect(reason: String)
  /// The playlist has no playable entry.
  case emptyPlaylist(String)
  /// The server sent no bytes, or too few, for this many seconds although the program requested them.
  case stalled(host: String, afterSeconds: Int)
  /// The connection broke in mid-stream.
  case connectionLost(host: String, reason: String)
  /// The bytes are not audio of a known kind; `found` is "an HTML page", "text", "nothing" …
  case notAudio(source: String, found: String)
  /// The bytes are audio or video of an unsupported kind.
  case unsupported(source: String, kind: String)
  /// The sound device cannot be used.
  case output(device: String, reason: String)
  /// No decoder is available for the codec, or it failed.
  case decoder(codec: Codec, reason: String)
  /// Packets arrived, but the decoder found no sound in any of them, or in none of the last second; `reason` says why.
  case noSound(codec: Codec, reason: String)
  /// The server cannot listen on this address; `reason` is the system's, or that another program uses the port.
  case cannotListen(host: String, port: Int, reason: String)
  /// A file cannot be created.
  case cannotCreate(path: String, reason: String)
  /// Writing failed after it began, for example because the disk is full.
  case cannotWrite(path: String, reason: String)
  /// A running daemon refused a request, or no daemon runs. `reason` is the complete sentence, `status` the HTTP status
  /// of the answer, if there was one.
  case daemon(reason: String, status: Int? = nil)
}

extension TuneError: CustomStringConvertible {
  /// One sentence: the failure, its place, and what to do.
  public var description: String {
    switch self {
    case .usage(let message), .conflict(let message): message
    case .badURL(let url, let reason): "cannot use the address \(url): \(reason)"
    case .unknownStation(let name, let suggestions):
      suggestions.isEmpty
        ? "no station or file named '\(name)'; 'radiod stations' lists the stations"
        : "no station or file named '\(name)'; did you mean \(suggestions.joined(separator: ", "))?"
    case .badStationList(let path, let reason): "cannot use the station list \(path): \(reason)"
    case .cannotRead(let path, let reason): "cannot read \(path): \(reason)"
    case .unknownHost(let host): "cannot find the host \(host); check its name and your network"
    case .refused(let host, let port): "cannot connect to \(host) port \(port) (refused)"
    case .unreachable(let host, let port, let reason): "cannot connect to \(host) port \(port): \(reason)"
    case .noAnswer(let host, let port, let seconds): "no answer from \(host) port \(port) after \(seconds) s"
    case .headTimeout(let host, let seconds): "\(host) accepted the connection but sent no answer within \(seconds) s"
    case .tls(let host, let reason): "cannot connect securely to \(host): \(reason)"
    case .badAnswer(let host, let reason): "bad answer from \(host): \(reason)"
    case .status(let code, let host, let reason, _):
      switch code {
      case 401: "\(host) says 401: it wants a user name and password (http://USER:PASSWORD@…)"
      case 404: "\(host) says 404: there is no such stream, or it is off the air"
      default: "\(host) says \(code)\(reason.isEmpty ? "" : " " + reason)"
      }
    case .serverFull(let host, _): "\(host) is full: it accepts no more listeners now"
    case .redirect(let reason): reason
    case .emptyPlaylist(let url): "the playlist \(url) has no stream that can be played"
    case .stalled(let host, let seconds): "\(host) sent no sound for \(seconds) s"
    case .connectionLost(let host, let reason): "lost the connection to \(host): \(reason)"
    case .notAudio(let source, let found): "\(source) is not an audio stream: found \(found)"
    case .unsupported(let source, let kind): "\(source) is \(kind), which is not supported"
    case .output(let device, let reason): "cannot play to \(device): \(reason)"
    case .decoder(let codec, let reason): "cannot decode \(codec.displayName): \(reason)"
    case .noSound(let codec, let reason): "the \(codec.displayName) stream gives no sound: \(reason)"
    case .cannotListen(let host, let port, let reason): "cannot listen on \(host) port \(port): \(reason)"
    case .cannotCreate(let path, let reason): "cannot create \(path): \(reason)"
    case .cannotWrite(let path, let reason): "cannot write \(path): \(reason)"
    case .daemon(let reason, _): reason
    }
  }

  /// The exit code of the process, according to sysexits.
  public var exitCode: Int32 {
    switch self {
    case .usage, .badURL: 64
    case .conflict, .notAudio, .unsupported, .decoder, .noSound: 65
    case .unknownStation, .cannotRead: 66
    case .unknownHost, .refused, .unreachable, .noAnswer, .headTimeout, .tls, .badAnswer, .status, .serverFull,
      .redirect,
      .emptyPlaylist, .stalled, .connectionLost, .output, .cannotListen:
      69
    case .cannotCreate: 73
    case .cannotWrite: 74
    case .badStationList: 78
    case .daemon(_, let status): status == 400 ? 64 : status == 404 ? 66 : 69
    }
  }
}
