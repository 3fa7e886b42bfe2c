import ArgumentParser
import Player

/// `radiod devices`: the devices of ALSA.
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices", abstract: "List sound devices, as --device takes them.")

  @Flag(help: "Write one JSON object per device and line.")
  var json = false

  func run() throws {
    let devices = ALSADevices.list()
    let width = devices.map(\.name.count).max() ?? 0
    for device in devices {
      if json {
        try StandardOutput.writeLine(
          .object(["name": .text(device.name), "description": .text(device.description)]))
      } else {
        try StandardOutput.writeLine("\(device.name.padded(to: width))  \(device.description)".trimmedEnd)
      }
    }
  }
}
