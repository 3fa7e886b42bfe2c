import ArgumentParser
import Daemon

/// Settings as options, with the names and texts of the settings. `Choice` says which.
struct SettingArguments<Choice: SettingChoice>: TabledArguments {
  var words: [String: [String]] = [:]

  static var table: [(key: String, argument: TabledArgument)] {
    Choice.settings.map { setting in
      let definition = setting.definition
      let help = ArgumentHelp("\(definition.help)", valueName: definition.valueName)
      let isFile = ["file", "program"].contains(definition.valueName)
      return (
        setting.rawValue,
        definition.kind == .flag
          ? .choice(Flag(inversion: .prefixedNo, help: help))
          : .text(Option(help: help, completion: isFile ? .file() : nil))
      )
    }
  }

  /// The options that were given, by setting.
  var values: [Setting: String] {
    Dictionary(
      uniqueKeysWithValues: Choice.settings.compactMap { setting in
        words[setting.rawValue]?.first.map { (setting, $0) }
      })
  }
}
