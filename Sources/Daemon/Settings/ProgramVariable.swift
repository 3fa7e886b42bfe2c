/// The environment variables of the program that are not settings of the daemon.
public enum ProgramVariable: String, CaseIterable, Sendable {
  /// When not empty, the title of the terminal's window stays as it is.
  case noTitle = "SPRINGRADIO_NO_TITLE"
  /// The address of the daemon that clients use.
  case url = "SPRINGRADIO_URL"
  /// The file with the token for that daemon.
  case tokenFile = "SPRINGRADIO_TOKEN_FILE"
}
