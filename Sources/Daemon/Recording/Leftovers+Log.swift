package import Logging
package import Recording

extension RecordingFolder.Leftovers {
  /// Writes a line for each file of a killed program that is kept, and for each that stays as it is.
  package func log(to logger: Logger) {
    for name in names { logger.notice("a recording that was cut off is kept as \(name)") }
    for fault in faults { logger.warning("\(fault)") }
  }
}
