import NIOCore

/// One client: takes its lines in order, one at a time, and writes what comes of them. While an answer is not ready, or the client does not
/// take what there is for it, nothing more is read.
final class MPDConnection: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  static let greeting = "OK MPD 0.23.5\n"
  /// How long commands may keep the event loop before others have their turn.
  private static let turn = TimeAmount.milliseconds(2)

  private let hub: MPDHub
  private let session: MPDSession
  private var context: ChannelHandlerContext?
  private var reader = MPDLineReader()
  private var list: MPDCommandList?
  private var batch: MPDBatch?
  private var isBusy = false
  /// True when it is closed as soon as what is written has gone out.
  private var isEnding = false
  private var wantsRead = false
  private var idling: MPDSubsystems?
  /// Changes it was not told of yet.
  private var news: MPDSubsystems = []
  private var output: MPDOutput
  private var lastHeard = NIODeadline.now()
  private var watch: (task: Scheduled<Void>, deadline: NIODeadline)?

  init(hub: MPDHub, permission: MPDPermission) {
    self.hub = hub
    session = MPDSession(permission: permission)
    output = MPDOutput(limit: hub.options.maximumOutputBytes)
  }

  // MARK: - The channel

  func channelActive(context: ChannelHandlerContext) {
    guard hub.add(self) else {
      let refusal = context.channel.allocator.buffer(
        string: MPDFault(.system, "Too many clients").line(index: 0, command: ""))
      context.writeAndFlush(wrapOutboundOut(refusal)).assumeIsolated().whenComplete { _ in context.close(promise: nil) }
      return
    }
    self.context = context
    write(Self.greeting)
    send()
    armWatch()
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    end()
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { close() }

  func read(context: ChannelHandlerContext) {
    if isHeldUp { wantsRead = true } else { context.read() }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard self.context != nil, !isEnding else { return }
    reader.feed(unwrapInboundIn(data))
    work()
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable { work() }
    context.fireChannelWritabilityChanged()
  }

  /// Ends it at once.
  func close() {
    let context = context
    end()
    context?.close(promise: nil)
  }

  private func end() {
    context = nil
    watch?.task.cancel()
    watch = nil
    batch = nil
    list = nil
    hub.remove(self)
  }

  private var isHeldUp: Bool { isBusy || isEnding || batch != nil || context?.channel.isWritable != true }

  // MARK: - Lines

  /// Carries on with whatever there is to do.
  private func work() {
    let deadline = NIODeadline.now() + Self.turn
    while context != nil, !isBusy, !isEnding, context?.channel.isWritable == true {
      if batch != nil {
        advance(until: deadline)
      } else if let line = reader.next() {
        lastHeard = .now()
        take(line)
      } else {
        break
      }
      if !isBusy, NIODeadline.now() >= deadline { return yield() }
    }
    send()
    resumeReading()
  }

  /// Lets others have their turn.
  private func yield() {
    isBusy = true
    send()
    guard let context else { return }
    context.eventLoop.assumeIsolated().execute {
      self.isBusy = false
      self.work()
    }
  }

  private func resumeReading() {
    armWatch()
    guard wantsRead, !isHeldUp else { return }
    wantsRead = false
    context?.read()
  }

  private func take(_ line: MPDLineReader.Line) {
    // Whoever does not begin with a small letter is a browser or the like.
    guard case .text(let text) = line, let first = text.first, (0x61...0x7A).contains(first) else { return close() }
    if text.elementsEqual("noidle".utf8) {
      if idling != nil { tellNews() }
      return
    }
    guard idling == nil else { return close() }
    if list != nil {
      guard text.elementsEqual("command_list_end".utf8) else {
        if list?.append(text) == false { close() }
        return
      }
      batch = list.map { MPDBatch(list: $0) }
      list = nil
    } else if text.elementsEqual("command_list_begin".utf8) {
      list = MPDCommandList(tellsEach: false)
    } else if text.elementsEqual("command_list_ok_begin".utf8) {
      list = MPDCommandList(tellsEach: true)
    } else {
      batch = MPDBatch(line: text)
    }
  }

  // MARK: - Commands

  /// Carries out the batch's commands, as many as can be.
  private func advance(until deadline: NIODeadline) {
    while context != nil, !isBusy, let line = batch?.next() {
      perform(line)
      guard NIODeadline.now() < deadline else { return }
    }
    guard context != nil, !isBusy, batch?.isOver == true else { return }
    batch = nil
    if idling == nil { write("OK\n") }
  }

  private func perform(_ line: [UInt8]) {
    let words: MPDTokenizer.Words
    do throws(MPDTokenizer.Failure) {
      words = try MPDTokenizer.split(line)
    } catch {
      fail(error.fault, command: "")
      if error.isFatal { closeAfterOutput() }
      return
    }
    guard let command = MPDCommand.all[words.command] else {
      return fail(MPDFault(.unknown, "unknown command \"\(words.command)\""), command: "")
    }
    let call = MPDCall(name: words.command, arguments: words.arguments, hub: hub, session: session)
    do throws(MPDFault) {
      switch try command.perform(call) {
      case .text(let text): succeed(text)
      case .future(let future): wait(for: future, command: words.command)
      case .idle(let wanted):
        guard batch?.isList == false else { throw MPDFault(.notInList, "idle cannot be in a list") }
        batch = nil
        idling = wanted
        if !news.isDisjoint(with: wanted) { tellNews() }
      case .close: closeAfterOutput()
      }
    } catch {
      fail(error, command: words.command)
    }
  }

  private func wait(for future: EventLoopFuture<MPDText>, command: String) {
    isBusy = true
    future.assumeIsolated().whenComplete { result in
      self.isBusy = false
      guard self.context != nil else { return }
      switch result {
      case .success(let text): self.succeed(text)
      case .failure(let error):
        self.fail(error as? MPDFault ?? MPDFault(.system, "The daemon is ending"), command: command)
        if self.session.wrongPasswords >= MPDPassword.maximumTries { self.closeAfterOutput() }
      }
      self.lastHeard = .now()
      self.work()
    }
  }

  private func succeed(_ text: MPDText) {
    write(text.buffer)
    if batch?.tellsEach == true { write("list_OK\n") }
  }

  private func fail(_ fault: MPDFault, command: String) {
    write(fault.line(index: batch?.index ?? 0, command: command))
    batch = nil
  }

  // MARK: - News

  /// Notes that these have changed, and tells a client that waits for it.
  func notice(_ subsystems: MPDSubsystems) {
    news.formUnion(subsystems)
    guard let idling, !news.isDisjoint(with: idling) else { return }
    tellNews()
    send()
    resumeReading()
  }

  private func tellNews() {
    guard let wanted = idling else { return }
    idling = nil
    lastHeard = .now()
    for name in news.intersection(wanted).names { write("changed: \(name)\n") }
    news.subtract(wanted)
    write("OK\n")
  }

  // MARK: - Output

  private func write(_ text: String) { write(ByteBuffer(string: text)) }

  private func write(_ bytes: ByteBuffer) {
    guard context != nil else { return }
    if !output.append(bytes) {
      hub.logger.info("closed a client that did not take its answers")
      close()
    }
  }

  /// Hands what was written to the system.
  private func send() {
    guard let context, output.hasUnsent else { return }
    for piece in output.takePieces() {
      let size = piece.readableBytes
      context.write(wrapOutboundOut(piece)).assumeIsolated().whenSuccess { self.output.wasSent(size) }
    }
    context.flush()
  }

  /// Closes it when what is written has gone out; nothing more is taken.
  ///
  /// It counts as a client until then, and one who does not take what there is has no more time than others.
  private func closeAfterOutput() {
    isEnding = true
    batch = nil
    list = nil
    send()
    guard let context else { return }
    armWatch()
    context.writeAndFlush(wrapOutboundOut(ByteBuffer())).assumeIsolated().whenComplete { _ in
      context.close(promise: nil)
    }
  }

  // MARK: - Time

  /// When this client is to be closed, as things are; nil when it may wait for ever.
  private var deadline: NIODeadline? {
    if output.isWaiting || isEnding { return output.lastProgress + TimeAmount(hub.options.outputTimeout) }
    return idling == nil && !isBusy ? lastHeard + TimeAmount(hub.options.clientTimeout) : nil
  }

  /// Makes sure that somebody looks when the time is over; too early does no harm.
  private func armWatch() {
    guard let context, let deadline else { return }
    if let watch {
      guard deadline < watch.deadline else { return }
      watch.task.cancel()
    }
    let task = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) {
      self.watch = nil
      guard let deadline = self.deadline else { return }
      if deadline <= .now() { self.close() } else { self.armWatch() }
    }
    watch = (task, deadline)
  }
}
