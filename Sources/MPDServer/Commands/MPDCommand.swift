/// One command of the protocol: who may give it, how, and what it does.
package struct MPDCommand: Sendable {
  typealias Action = @Sendable (MPDCall) throws(MPDFault) -> MPDReply

  /// Its name.
  package let name: String
  let permission: MPDPermission
  private let minimum: Int
  private let maximum: Int?
  private let action: Action

  /// A command with `arguments` arguments.
  init(_ name: String, _ permission: MPDPermission, _ arguments: ClosedRange<Int>, _ action: @escaping Action) {
    self.name = name
    self.permission = permission
    minimum = arguments.lowerBound
    maximum = arguments.upperBound
    self.action = action
  }

  /// A command with `arguments` arguments, and as many more as one likes.
  init(_ name: String, _ permission: MPDPermission, _ arguments: PartialRangeFrom<Int>, _ action: @escaping Action) {
    self.name = name
    self.permission = permission
    minimum = arguments.lowerBound
    maximum = nil
    self.action = action
  }

  /// All of them, by name.
  package static let all: [String: MPDCommand] = {
    let commands =
      aboutConnections + aboutPlaying + aboutQueue + aboutPlaylists + aboutStations + aboutOutputs + aboutWhatIsNotThere
    return Dictionary(uniqueKeysWithValues: commands.map { ($0.name, $0) })
  }()

  /// All names in order.
  static let names = all.keys.sorted()

  /// Carries it out for a client who may, when the number of arguments is right.
  func perform(_ call: MPDCall) throws(MPDFault) -> MPDReply {
    guard call.session.permission.isSuperset(of: permission) else {
      throw MPDFault(.permission, "you don't have permission for \"\(name)\"")
    }
    let count = call.arguments.count
    if minimum == maximum, count != minimum {
      throw MPDFault(.argument, "wrong number of arguments for \"\(name)\"")
    }
    if count < minimum { throw MPDFault(.argument, "too few arguments for \"\(name)\"") }
    if let maximum, count > maximum { throw MPDFault(.argument, "too many arguments for \"\(name)\"") }
    return try action(call)
  }
}
