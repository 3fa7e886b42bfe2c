import Daemon

/// The settings that are options of a command.
protocol SettingChoice {
  /// The settings, in the order of the help.
  static var settings: [Setting] { get }
}
