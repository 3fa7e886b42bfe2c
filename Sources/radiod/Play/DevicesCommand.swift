import ArgumentParser
import AudioCore
import JSON
import Player

/// `radiod devices`: the devices of ALSA.
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices", abstract: "List sound devices, as --device takes them.")

  @Flag(help: "Write one JSON object per device and line.")
  var json = false

  func run() throws {
    if let problem = ALSADevices.problem { throw TuneError.output(device: "ALSA", reason: problem) }
    let devices = ALSADevices.list()
    guard json else { return try StandardOutput.writeTable(devices.map { [$0.name, $0.description] }) }
    for device in devices {
      try StandardOutput.writeLine(.object(["name": device.name, "description": device.description]))
    }
  }
}
