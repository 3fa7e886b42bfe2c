/// Everything that can end or prevent playing, each with its one sentence for the user and its exit code.
public enum TuneError: Error, Sendable, Equatable {
  /// The command line asks for what cannot be; `message` says what and what would do.
  case usage(message: String)
  /// What is to be added is in the list already, or an id is taken; `message` says which.
  case conflict(message: String)
  /// A URL is no http(s) address.
  case badURL(String, reason: String)
  /// No station has this name; `suggestions` are ids that come near.
  case unknownStation(String, suggestions: [String])
  /// The station list cannot be read or is wrong: `reason` names line and fault.
  case badStationList(path: String, reason: String)
  /// A file is missing or unreadable.
  case cannotRead(path: String, reason: String)
  /// The host's name is not known to the resolver.
  case unknownHost(String)
  /// Nobody listens at this address.
  case refused(host: String, port: Int)
  /// The host cannot be reached; `reason` is the system's, or the proxy's.
  case unreachable(host: String, port: Int, reason: String)
  /// The host did not answer within the connect limit.
  case noAnswer(host: String, port: Int, afterSeconds: Int)
  /// Connected, but no complete response head within the limit.
  case headTimeout(host: String, afterSeconds: Int)
  /// TLS failed: `reason` is expired, wrong host, self-signed, not TLS …
  case tls(host: String, reason: String)
  /// The server's answer is not HTTP or ICY, or is malformed beyond repair.
  case badAnswer(host: String, reason: String)
  /// The server answered with an error status; `retryAfter` is in how many seconds it wants to be asked again, if it said so.
  case status(Int, host: String, reason: String, retryAfter: Int? = nil)
  /// The server says it has no room for another listener; `retryAfter` as above.
  case serverFull(host: String, retryAfter: Int? = nil)
  /// Redirects or playlists led nowhere: a loop, too many, or a forbidden target.
  case redirect(reason: String)
  /// A playlist has no entry that can be played.
  case emptyPlaylist(String)
  /// No bytes, or too few, for so long although we wanted them.
  case stalled(host: String, afterSeconds: Int)
  /// The connection broke in mid-stream.
  case connectionLost(host: String, reason: String)
  /// The bytes are not audio that we know: `found` is "an HTML page", "text", "nothing" …
  case notAudio(source: String, found: String)
  /// The bytes are audio or video of a kind that is not supported.
  case unsupported(source: String, kind: String)
  /// The sound device cannot be used.
  case output(device: String, reason: String)
  /// A decoder cannot be had.
  case decoder(codec: Codec, reason: String)
  /// Packets came, and no decoder finds sound in them: none at all, or none in the last second of them. `reason` says
  /// why.
  case noSound(codec: Codec, reason: String)
  /// No program can connect to us at this address: `reason` is the system's, or that another program has the port.
  case cannotListen(host: String, port: Int, reason: String)
  /// A file cannot be created.
  case cannotCreate(path: String, reason: String)
  /// Writing failed in the middle: disk full, for one.
  case cannotWrite(path: String, reason: String)
  /// A running daemon says no, or there is none to talk to: `reason` is the whole sentence, `status` the HTTP status it came with, if
  /// there was an answer.
  case daemon(reason: String, status: Int? = nil)
}

extension TuneError: CustomStringConvertible {
  /// One sentence: what failed, where, and what to do.
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
    case .serverFull(let host, _): "\(host) is full: it takes no more listeners now"
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

  /// The process's exit code, by sysexits.
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
