import RadioModel

/// One command of the protocol: its permission, its number of arguments, and its action.
package struct MPDCommand: Sendable {
  typealias Action = @Sendable (MPDCall) throws(MPDError) -> MPDReply

  /// The name of the command.
  package let name: String
  let permission: MPDPermission
  private let minimum: Int
  private let maximum: Int?
  private let action: Action

  /// A command whose number of arguments is in `arguments`.
  init(
    _ name: String, _ permission: MPDPermission, _ arguments: some RangeExpression<Int>, _ action: @escaping Action
  ) {
    self.name = name
    self.permission = permission
    let counts = arguments.relative(to: 0..<Int.max)
    minimum = counts.lowerBound
    maximum = counts.upperBound == .max ? nil : counts.upperBound - 1
    self.action = action
  }

  /// All commands by name.
  package static let all: [String: MPDCommand] = {
    let commands =
      aboutConnections + aboutPlaying + aboutSeeking + aboutQueue + aboutPlaylists + aboutStations + aboutPictures
      + aboutOutputs + outputSwitches + aboutWhatIsNotThere
    return Dictionary(uniqueKeysWithValues: commands.map { ($0.name, $0) })
  }()

  /// All names, sorted.
  static let names = all.keys.sorted()

  /// True when the command changes nothing, so that it may be carried out again.
  var onlyReads: Bool { permission == .read || permission == .none }

  /// Carries out the command after a check of the client's permission and the number of arguments. Throws ``MPDError``.
  func perform(_ call: MPDCall) throws(MPDError) -> MPDReply {
    guard call.session.permission.isSuperset(of: permission) else {
      throw MPDError(.permission, "you don't have permission for \"\(name)\"")
    }
    let count = call.arguments.count
    if minimum == maximum, count != minimum {
      throw MPDError(.argument, "wrong number of arguments for \"\(name)\"")
    }
    if count < minimum { throw MPDError(.argument, "too few arguments for \"\(name)\"") }
    if let maximum, count > maximum { throw MPDError(.argument, "too many arguments for \"\(name)\"") }
    return try action(call)
  }
}

// Commands for the one output. A muted radio continues to play, as a disabled output of Music Player Daemon does.
extension MPDCommand {
  static let aboutOutputs: [MPDCommand] = [
    MPDCommand("outputs", .read, 0...0) { call throws(MPDError) in
      .lines([
        "outputid": 0, "outputname": call.hub.outputName, "plugin": "springradio",
        "outputenabled": call.refresh().isMuted ? 0 : 1,
      ])
    },
    MPDCommand("outputset", .admin, 3...3) { call throws(MPDError) in
      try checkOutput(call)
      throw MPDError(.argument, "Unsupported attribute")
    },
  ]

  private static let outputSwitches: [MPDCommand] = [
    ("disableoutput", Command.setMuted(true)), ("enableoutput", .setMuted(false)), ("toggleoutput", .toggleMute),
  ].map { name, command in
    MPDCommand(name, .admin, 1...1) { call throws(MPDError) in
      try checkOutput(call)
      return call.obey(command)
    }
  }

  private static func checkOutput(_ call: MPDCall) throws(MPDError) {
    guard try call.unsigned(0) == 0 else { throw MPDError(.noSuchThing, "No such audio output") }
  }
}
