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
        var object = JSONObject()
        object.add("name", device.name)
        object.add("description", device.description)
        try StandardOutput.writeLine(object.text)
      } else {
        try StandardOutput.writeLine("\(device.name.padded(to: width))  \(device.description)".trimmedEnd)
      }
    }
  }
}
