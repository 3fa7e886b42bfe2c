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
    methods: [Member(name: "Raise"), Member(name: "Quit")],
    properties: [
      Property(name: "CanQuit", type: "b", emits: "const"),
      Property(name: "CanRaise", type: "b", emits: "const"),
      Property(name: "HasTrackList", type: "b", emits: "const"),
      Property(name: "Identity", type: "s", emits: "const"),
      Property(name: "SupportedUriSchemes", type: "as", emits: "const"),
      Property(name: "SupportedMimeTypes", type: "as", emits: "const"),
    ])

  /// The player's controls and its current track, by MPRIS 2.2.
  static let player = BusInterface(
    name: "org.mpris.MediaPlayer2.Player",
    methods: [
      Member(name: "Next"), Member(name: "Previous"), Member(name: "Pause"), Member(name: "PlayPause"),
      Member(name: "Stop"), Member(name: "Play"), Member(name: "Seek", inputs: [("Offset", "x")]),
      Member(name: "SetPosition", inputs: [("TrackId", "o"), ("Position", "x")]),
      Member(name: "OpenUri", inputs: [("Uri", "s")]),
    ],
    properties: [
      Property(name: "PlaybackStatus", type: "s"),
      Property(name: "Rate", type: "d", isWritable: true),
      Property(name: "Metadata", type: "a{sv}"),
      Property(name: "Volume", type: "d", isWritable: true),
      Property(name: "Position", type: "x", emits: "false"),
      Property(name: "MinimumRate", type: "d", emits: "const"),
      Property(name: "MaximumRate", type: "d", emits: "const"),
      Property(name: "CanGoNext", type: "b"),
      Property(name: "CanGoPrevious", type: "b"),
      Property(name: "CanPlay", type: "b"),
      Property(name: "CanPause", type: "b"),
      Property(name: "CanSeek", type: "b", emits: "const"),
      Property(name: "CanControl", type: "b", emits: "const"),
    ],
    signals: [Member(name: "Seeked", inputs: [("Position", "x")])])
}
