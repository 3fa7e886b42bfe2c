import ArgumentParser
import AudioCore
import Remote

/// The help of `--format`.
enum FormatHelp {
  /// The fields and what else a format may have.
  static let text = """
    Fields of a format: {state} {icon} {station} {id} {artist} {title} {line} (artist and title as they are sent) \
    {volume} {muted} {codec} {bitrate} {behind} {recordings} {url} {image} {reason} {notice}. {title|station} is the \
    first that is not empty, {title:40} at most 40 characters; :pango, :json and :polybar escape for these. Text in [brackets] appears when one \
    of the fields in it is not empty; \\[ and \\{ are plain. docs/status-bars.md has lines for waybar, polybar and i3blocks.
    """

  /// Throws `ValidationError` for a format beside JSON, and for a wrong one.
  static func check(_ format: String?, isJSON: Bool) throws {
    guard let format else { return }
    if isJSON { throw ValidationError("--format and --json exclude each other; {title:json} is a JSON string") }
    _ = try OptionFlags.checked { () throws(OptionError) in try StatusTemplate(format) }
  }
}
