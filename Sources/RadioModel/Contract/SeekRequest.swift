package import JSON

/// The body of a request for ``Endpoint/seek``: where to move to.
package struct SeekRequest: Sendable, Equatable, JSONConvertible {
  /// Where to move to.
  package var seek: Seek

  /// A request to move to `seek`.
  package init(_ seek: Seek) { self.seek = seek }

  /// The body. Times are seconds.
  package var json: JSONValue {
    switch seek {
    case .by(let step): .object(["by": step / .seconds(1)])
    case .to(let time): .object(["to": time / .seconds(1)])
    case .title(let step): .object(["title": step])
    case .live: .object(["live": true])
    }
  }

  /// Reads a body. Throws ``RequestError``.
  package init(_ body: [UInt8]) throws(RequestError) {
    var fields = try RequestFields(body)
    let most = Seek.maximumStep / .seconds(1)
    let step = try fields.number("by", in: -most...most)
    let time = try fields.number("to", in: 0...Seek.maximumTime / .seconds(1))
    let title = try fields.integer("title", in: -1...1)
    let isLive = try fields.flag("live")
    try fields.finish()
    guard title != 0 else { throw RequestError("\"title\" must be -1 or 1") }
    guard isLive != false else { throw RequestError("\"live\" can only be true") }
    let seeks = [
      step.map { Seek.by(.seconds($0)) }, time.map { .to(.seconds($0)) }, title.map { .title($0) },
      isLive.map { _ in .live },
    ]
    .compactMap(\.self)
    guard seeks.count == 1 else {
      throw RequestError("exactly one of \"by\", \"to\", \"title\" and \"live\" is needed")
    }
    seek = seeks[0]
  }
}
