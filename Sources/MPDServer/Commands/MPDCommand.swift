/// One command of the protocol: its permission, its number of arguments, and its action.
package struct MPDCommand: Sendable {
  typealias Action = @Sendable (MPDCall) throws(MPDFault) -> MPDReply

  /// The name of the command.
  package let name: String
  let permission: MPDPermission
  private let minimum: Int
  private let maximum: Int?
  private let action: Action

  /// A command whose number of arguments is in `arguments`.
  init(_ name: String, _ permission: MPDPermission, _ arguments: ClosedRange<Int>, _ action: @escaping Action) {
    self.name = name
    self.permission = permission
    minimum = arguments.lowerBound
    maximum = arguments.upperBound
    self.action = action
  }

  /// A command with at least `arguments.lowerBound` arguments.
  init(_ name: String, _ permission: MPDPermission, _ arguments: PartialRangeFrom<Int>, _ action: @escaping Action) {
    self.name = name
    self.permission = permission
    minimum = arguments.lowerBound
    maximum = nil
    self.action = action
  }

  /// All commands by name.
  package static let all: [String: MPDCommand] = {
    let commands =
      aboutConnections + aboutPlaying + aboutQueue + aboutPlaylists + aboutStations + aboutOutputs + aboutWhatIsNotThere
    return Dictionary(uniqueKeysWithValues: commands.map { ($0.name, $0) })
  }()

  /// All names, sorted.
  static let names = all.keys.sorted()

  /// Carries out the command after a check of the client's permission and the number of arguments. Throws ``MPDFault``.
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
