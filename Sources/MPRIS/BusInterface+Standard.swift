extension BusInterface {
  /// Describes the interfaces of an object.
  static let introspectable = BusInterface(
    name: "org.freedesktop.DBus.Introspectable",
    methods: [Member(name: "Introspect", outputs: [("xml_data", "s")])])

  /// Checks whether the peer is alive. sd-bus answers this without our code.
  static let peer = BusInterface(
    name: "org.freedesktop.DBus.Peer",
    methods: [Member(name: "Ping"), Member(name: "GetMachineId", outputs: [("machine_uuid", "s")])])

  /// Reads and sets properties.
  static let properties = BusInterface(
    name: "org.freedesktop.DBus.Properties",
    methods: [
      Member(
        name: "Get", inputs: [("interface_name", "s"), ("property_name", "s")], outputs: [("value", "v")]),
      Member(name: "GetAll", inputs: [("interface_name", "s")], outputs: [("properties", "a{sv}")]),
      Member(name: "Set", inputs: [("interface_name", "s"), ("property_name", "s"), ("value", "v")]),
    ],
    signals: [
      Member(
        name: "PropertiesChanged",
        inputs: [
          ("interface_name", "s"), ("changed_properties", "a{sv}"), ("invalidated_properties", "as"),
        ])
    ])

  /// The player application, by MPRIS 2.2.
  static let mediaPlayer = BusInterface(
    name: "org.mpris.MediaPlayer2",
    methods: [Member(name: "Raise"), Member(name: "Quit")])

  /// The player's controls and its current track, by MPRIS 2.2.
  static let player = BusInterface(
    name: "org.mpris.MediaPlayer2.Player",
    methods: [
      Member(name: "Next"), Member(name: "Previous"), Member(name: "Pause"), Member(name: "PlayPause"),
      Member(name: "Stop"), Member(name: "Play"), Member(name: "Seek", inputs: [("Offset", "x")]),
      Member(name: "SetPosition", inputs: [("TrackId", "o"), ("Position", "x")]),
      Member(name: "OpenUri", inputs: [("Uri", "s")]),
    ],
    signals: [Member(name: "Seeked", inputs: [("Position", "x")])])
}
