package import Logging
package import Pictures
package import Radio
package import SystemSupport

extension RadioRecordings {
  /// The recordings of `tuner` where `settings` want them, with the usual places of `folders`.
  package convenience init(
    of tuner: Tuner, settings: RecordedFileSettings, folders: Folders, pictures: any StationPictureFiles, logger: Logger
  ) {
    self.init(
      of: tuner, folder: Result { () throws(SystemError) in try settings.folder(in: folders) }, names: settings.names,
      pictures: pictures, logger: logger)
  }
}
