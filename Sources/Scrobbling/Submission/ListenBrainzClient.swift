import AudioCore
import Bytes
import Downloader
import JSON
import SystemSupport

/// Sends requests to a server of the ListenBrainz API (https://listenbrainz.readthedocs.io/en/latest/users/api/).
struct ListenBrainzClient: Sendable {
  /// The time limit of a request.
  private static let limit = Duration.seconds(20)
  /// The longest answer, in bytes.
  private static let maximumBytes = 64 << 10

  let downloader: Downloader
  let server: ScrobbleServer
  let token: String

  /// Submits. Throws `CancellationError`; every failure is an answer.
  func submit(_ submission: Submission) async throws -> SubmissionAnswer {
    let body = submission.json(now: SystemTime.now)
    do {
      let answer = try await ask("submit-listens", json: body)
      return SubmissionAnswer(
        answer, isDivisible: submission.isDivisible, host: server.host, now: SystemTime.seconds)
    } catch let error as TuneError {
      return .later(reason: error.description, pause: .zero)
    }
  }

  /// What the server says about the token.
  enum TokenCheck: Sendable, Equatable {
    /// It is that of this user.
    case valid(user: String)
    /// It is none of this server's.
    case invalid
    /// The server did not answer, or does not check tokens.
    case unknown
  }

  /// Asks the server for the user of the token. Throws `CancellationError`.
  func checkToken() async throws -> TokenCheck {
    do {
      let answer = try await ask("validate-token", json: nil)
      let body = try? JSONReader.read(answer.bytes)
      if answer.status == 401, SubmissionAnswer.isError(body) { return .invalid }
      guard answer.status == 200, let body, let isValid = body["valid"]?.flag else { return .unknown }
      return isValid ? .valid(user: CleanText.singleLine(body["user_name"]?.text ?? "", limit: 64)) : .invalid
    } catch is TuneError {
      return .unknown
    }
  }

  private func ask(_ name: String, json: [UInt8]?) async throws -> PlainAnswer {
    var request = StreamRequest(url: try server.address(of: name))
    request.allowsPublicHosts = request.url.isSecure
    request.message = RequestMessage(fields: [("Authorization", "Token \(token)")], json: json)
    return try await downloader.answer(to: request, maximumBytes: Self.maximumBytes, within: Self.limit)
  }
}
