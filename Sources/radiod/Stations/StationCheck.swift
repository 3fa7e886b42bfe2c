import ArgumentParser
import AudioCore
import Stations

/// Validates stations before they are added to the user's list.
enum StationCheck {
  /// Checks option values of a station; an empty text removes a value and is valid. Throws a usage error.
  static func validate(country: String?, homepage: String?) throws {
    if let country, !country.isEmpty, !StationEdit.isCountry(country) {
      throw ValidationError("--country takes two letters, such as FR, not '\(country)'")
    }
    if let homepage, !homepage.isEmpty, let fault = StreamURL.fault(homepage) {
      throw ValidationError("the address of --homepage \(fault)")
    }
  }
}
