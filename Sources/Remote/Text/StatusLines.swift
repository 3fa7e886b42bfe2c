public import RadioModel

/// Follows the events of a daemon, and makes a line of a format for each change that the format shows. A value type: the
/// caller passes the events in.
///
/// Without a daemon the radio counts as stopped, for the reason of the lost connection.
public struct StatusLines: Sendable {
  private let template: StatusTemplate
  private var status = RadioStatus(state: .stopped, volume: 0)
  private var last: String?

  /// Creates the lines of `template` before the first event.
  public init(_ template: StatusTemplate) { self.template = template }

  /// Returns the line after `element`; nil when it is the same as before, and before anything is known.
  public mutating func line(for element: EventFeed.Element) -> String? {
    switch element {
    case .connected: return nil
    case .lost(let error):
      var stopped = RadioStatus(state: .stopped, volume: status.volume, isMuted: status.isMuted)
      stopped.reason = error.description
      return line(for: stopped)
    case .event(let event):
      var status = self.status
      switch RadioEvent(event) {
      case .status(let new)?: status = new
      case .title(let title, _, _)?: status.title = title
      // The status that follows a notice has it if it lasts.
      case .notice?, .queue?, .stations?, .other?, nil: return nil
      }
      return line(for: status)
    }
  }

  /// Returns the line for `new`, the daemon's present status; nil when it is the same as before.
  public mutating func line(for new: RadioStatus) -> String? {
    status = new
    let line = template.line(for: new)
    guard line != last else { return nil }
    last = line
    return line
  }
}
