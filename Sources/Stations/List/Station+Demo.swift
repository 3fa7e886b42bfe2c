extension Station {
  /// The built-in station as an entry that names it. It has no address until a radio has started it.
  public static let demo = Station(id: demoID, name: "SpringRadio demo", url: "")
}
