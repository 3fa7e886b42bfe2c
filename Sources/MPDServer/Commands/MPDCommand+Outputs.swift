import RadioModel

// Commands for the one output. A muted radio continues to play, as a disabled output of Music Player Daemon does.
extension MPDCommand {
  static let aboutOutputs: [MPDCommand] = [
    MPDCommand("disableoutput", .admin, 1...1) { call throws(MPDFault) in
      try checkOutput(call)
      return call.obey(.setMuted(true))
    },
    MPDCommand("enableoutput", .admin, 1...1) { call throws(MPDFault) in
      try checkOutput(call)
      return call.obey(.setMuted(false))
    },
    MPDCommand("outputs", .read, 0...0) { call throws(MPDFault) in
      var text = MPDText()
      text.line("outputid", 0)
      text.line("outputname", call.hub.outputName)
      text.line("plugin", "springradio")
      text.line("outputenabled", call.look().isMuted ? 0 : 1)
      return .text(text)
    },
    MPDCommand("outputset", .admin, 3...3) { call throws(MPDFault) in
      try checkOutput(call)
      throw MPDFault(.argument, "Unsupported attribute")
    },
    MPDCommand("toggleoutput", .admin, 1...1) { call throws(MPDFault) in
      try checkOutput(call)
      return call.obey(.toggleMute)
    },
  ]

  private static func checkOutput(_ call: MPDCall) throws(MPDFault) {
    guard try call.unsigned(0) == 0 else { throw MPDFault(.noSuchThing, "No such audio output") }
  }
}
