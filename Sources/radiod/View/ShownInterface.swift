import Glibc
import Logging
import Pictures
import RadioModel
import SystemSupport
import Terminal

/// A radio's interface while it is shown, with the pictures that it fetches.
final class ShownInterface: Sendable {
  private let view: any RadioView
  private let pictures: PictureStore?

  /// Creates the interface of `radio`; `isClient` is true for the radio of a daemon, which plays on at the end.
  init(_ interface: RadioInterface, of radio: any RadioService, isClient: Bool, context: CommandContext) {
    switch interface {
    case .screen(let options):
      let pictures = options.pictures ? Self.pictures(context) : nil
      self.pictures = pictures
      let logger = context.logger
      let memory = ViewMemory(path: CommandContext.folders.viewMemory) { text in
        logger.warning("\(text)", source: "Terminal")
      }
      view = TerminalView(radio: radio, options: options, pictures: pictures, memory: memory)
    case .lines:
      pictures = nil
      view = PlainView(radio: radio, isClient: isClient)
    }
  }

  /// Runs on a thread of its own until the user leaves it or ``requestStop()`` is called. Cancelling the task stops it.
  func run() async -> ViewEnd {
    let end = await view.runOnOwnThread()
    await pictures?.close()
    return end
  }

  /// Makes ``run()`` return soon. Callable from any thread.
  func requestStop() { view.requestStop() }

  private static func pictures(_ context: CommandContext) -> PictureStore {
    let logger = context.logger
    let cache = PictureCache(folder: CommandContext.folders.pictures)
    return PictureStore(downloader: context.downloader, cache: cache) { text in
      logger.debug("\(text)", source: "Pictures")
    }
  }
}
