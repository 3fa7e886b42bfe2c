import HTTPServer
import NIOCore
import RadioModel

/// The endpoint that returns the last records of the program's log.
struct LogRoutes {
  let log: LogStore

  /// The largest number of a record in a request: the largest whole number that JavaScript has.
  private static let largestNumber = 9_007_199_254_740_991

  /// Returns the records after the one that `request` names, the oldest first. Throws ``HTTPFault``.
  func records(_ request: HTTPRequest) throws -> HTTPAnswer {
    var query = try RequestQuery(request)
    let number = try query.integer("after", in: 0...Self.largestNumber) ?? 0
    let limit = try query.integer("limit", in: 1...LogStore.usualLimit) ?? LogStore.usualLimit
    try query.finish()
    return .json(ByteBuffer(json: log.extract(after: number, limit: limit).json(started: log.started)))
  }
}
