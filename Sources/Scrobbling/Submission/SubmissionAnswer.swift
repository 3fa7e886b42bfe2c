import Bytes
import Downloader
import JSON

/// The consequence of an answer for the submission.
package enum SubmissionAnswer: Sendable, Equatable {
  /// The server has it. The next request may follow after `pause`.
  case accepted(pause: Duration)
  /// The server does not take this: it must not be sent again.
  case refused(reason: String)
  /// It is too large for one request.
  case tooLarge
  /// The token is wrong: nothing may be sent any more.
  case unauthorized(reason: String)
  /// It may be sent again, not before `pause`.
  case later(reason: String, pause: Duration)

  /// The longest pause that a server can impose.
  private static let maximumPause = Duration.seconds(3600)

  /// Reads an answer to a request, which `isDivisible` when it can be sent in parts. `now` is the time of the day in
  /// seconds since 1970.
  ///
  /// A proxy, a portal or a wrong server gives any status with a page of its own. Only an error of the API's own form
  /// says something about what was sent, or about the token.
  init(_ answer: PlainAnswer, isDivisible: Bool, host: String, now: Int) {
    let body = try? JSONReader.read(answer.bytes)
    let isOfServer = Self.isError(body)
    let text = CleanText.singleLine(body?["error"]?.text ?? "", limit: 200)
    let reason = "\(host) says \(answer.status)\(text.isEmpty ? "" : ": \(text)")"
    let left = answer.field("x-ratelimit-remaining").flatMap { Int($0) }
    let reset = Self.seconds(answer.field("x-ratelimit-reset-in").flatMap { Int($0) })
    switch answer.status {
    case 200:
      // A portal that wants a login first answers everything with 200 and a page.
      guard body?.members != nil, body?["status"].map({ $0.text == "ok" }) ?? true else {
        self = .later(reason: "\(host) is not a ListenBrainz server: it answers with something else", pause: .zero)
        return
      }
      self = .accepted(pause: left.map { $0 <= 0 } ?? false ? reset : .zero)
    case 400 where isOfServer: self = .refused(reason: reason)
    case 401 where isOfServer, 403 where isOfServer: self = .unauthorized(reason: reason)
    case 413 where isOfServer || isDivisible: self = .tooLarge
    case 429, 503:
      let wait = answer.field("retry-after").flatMap {
        RetryAfter.seconds($0, date: answer.field("date"), now: now)
      }
      self = .later(reason: reason, pause: max(Self.seconds(wait), answer.status == 429 ? reset : .zero))
    case 300..<400:
      self = .later(reason: "\(reason): a redirect, which is not followed because of the token", pause: .zero)
    default: self = .later(reason: reason, pause: .zero)
    }
  }

  /// True when `body` is an error of the API: an object with a number `code` and a text `error`
  /// (https://listenbrainz.readthedocs.io/en/latest/users/api/core.html).
  static func isError(_ body: JSONValue?) -> Bool {
    body?["code"]?.integer(Int.self) != nil && body?["error"]?.text != nil
  }

  private static func seconds(_ number: Int?) -> Duration {
    min(Duration.seconds(min(max(number ?? 0, 0), 1 << 30)), maximumPause)
  }
}
