/// The doors there are.
enum DaemonDoors {
  /// All that the settings ask for, in the order in which they are opened.
  static func all(_ context: DoorContext) -> [any Door] {
    var doors: [any Door] = [WebDoor(context)]
    if let door = MPDDoor(context) { doors.append(door) }
    if context.settings.isOn(.mpris) { doors.append(MPRISDoor(context)) }
    return doors
  }
}
