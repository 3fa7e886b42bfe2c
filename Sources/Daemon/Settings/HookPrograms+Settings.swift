import Hooks

extension HookPrograms {
  /// The programs that `values` name; `home` is the folder for `~`. Throws a failure that names the setting.
  init(_ values: [SettingValue], home: String?) throws(DaemonStartError) {
    self.init(
      title: try Self.program(.onTitle, of: values, home: home),
      state: try Self.program(.onState, of: values, home: home))
  }

  private static func program(
    _ setting: Setting, of values: [SettingValue], home: String?
  ) throws(DaemonStartError) -> HookProgram? {
    let value = values[setting]
    guard let text = value.text else { return nil }
    do throws(HookError) {
      return try HookProgram(text, home: home)
    } catch {
      throw value.fault(": \(error.description)")
    }
  }
}
