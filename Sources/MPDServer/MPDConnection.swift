import AudioCore
import NIOCore

/// One client: takes its lines in order, one at a time, and writes what comes of them. It reads a little ahead; while the client does not
/// take what there is for it, nothing is carried out.
///
/// The client may close its side first, or all of the connection: what it sent before is carried out, and answered as long as
/// the client can be answered. Until then it counts as a client.
final class MPDConnection: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  static let greeting = "OK MPD 0.23.5\n"
  /// How long commands may keep the event loop before others have their turn.
  private static let turn = TimeAmount.milliseconds(2)
  /// Bytes that are read before their turn. Of a client that is gone, no more than these and those in the system's buffer can be left.
  private static let readAheadBytes = 16 << 10

  private let hub: MPDHub
  private let session: MPDSession
  /// Nil when there is no connection: before it is there, and when the client is gone.
  private var context: ChannelHandlerContext?
  private var reader = MPDLineReader()
  private var list: MPDCommandList?
  private var batch: MPDBatch?
  /// Bytes of the hub's list memory that `list` and `batch` take.
  private var listBytes = 0
  /// True while the answer to a command is not ready.
  private var isBusy = false
  /// True when ``work()`` comes in the loop's next round.
  private var isScheduled = false
  /// True when no more bytes come.
  private var hasInputEnded = false
  /// True when it is closed as soon as what is written has gone out.
  private var isEnding = false
  /// True when there is nothing more to do.
  private var isOver = false
  private var isFlushing = false
  private var wantsRead = false
  private var idling: MPDSubsystems?
  /// Changes it was not told of yet.
  private var changes: MPDSubsystems = []
  private var output: MPDOutput
  private var lastHeard = NIODeadline.now()
  private var watch: (task: Scheduled<Void>, deadline: NIODeadline)?

  init(hub: MPDHub, session: MPDSession) {
    self.hub = hub
    self.session = session
    output = MPDOutput(limit: hub.options.maximumOutputBytes)
  }

  /// True for a client on the Unix socket.
  var isLocal: Bool { session.isLocal }

  // MARK: - The channel

  func channelActive(context: ChannelHandlerContext) {
    guard hub.add(self) else {
      isOver = true
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
    self.context = nil
    hasInputEnded = true
    output = MPDOutput(limit: hub.options.maximumOutputBytes)
    watch?.task.cancel()
    watch = nil
    if isEnding { end() } else { scheduleWork() }
    context.fireChannelInactive()
  }

  /// What was read before the error counts: ``channelInactive(context:)`` sees to that.
  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event as? ChannelEvent == .inputClosed {
      hasInputEnded = true
      scheduleWork()
    }
    context.fireUserInboundEventTriggered(event)
  }

  func read(context: ChannelHandlerContext) {
    // A flush that fails is the last opportunity to read what the client sent before it closed: NIO asks for that then.
    if isReadingHeld, !isFlushing { wantsRead = true } else { context.read() }
  }

  /// Takes bytes; nothing is written here, since NIO may be about to read all that is left of a client that is gone.
  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isOver, !isEnding else { return }
    reader.feed(unwrapInboundIn(data))
    scheduleWork()
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable { scheduleWork() }
    context.fireChannelWritabilityChanged()
  }

  /// Ends it at once.
  func close() {
    let context = context
    end()
    context?.close(promise: nil)
  }

  private func end() {
    guard !isOver else { return }
    isOver = true
    context = nil
    watch?.task.cancel()
    watch = nil
    dropCommands()
    reader = MPDLineReader()
    hub.remove(self)
  }

  private var isReadingHeld: Bool { isOver || isEnding || reader.byteCount >= Self.readAheadBytes }

  // MARK: - Lines

  /// True when the next command may be carried out: a client that is gone does not have to take the answers.
  private var canWork: Bool { !isOver && !isBusy && !isEnding && context?.channel.isWritable ?? true }

  /// Carries on with whatever there is to do, for a turn.
  private func work() {
    let deadline = NIODeadline.now() + Self.turn
    var hasAll = false
    while canWork, !hasAll, !isScheduled {
      if batch != nil {
        advance(until: deadline)
      } else if let line = reader.next() {
        lastHeard = .now()
        take(line)
      } else {
        hasAll = true
      }
      if !isBusy, !hasAll, NIODeadline.now() >= deadline { continueLater() }
    }
    send()
    // The flush may have found the client gone, and read more: then there is another round. A client that waits in `idle` and closes its
    // side is not kept, as in Music Player Daemon: it is not known whether it is still there.
    if hasAll, hasInputEnded, !isScheduled { closeAfterOutput() }
    resumeReading()
  }

  /// Has the work done in the loop's next round.
  private func scheduleWork() {
    guard !isScheduled, !isOver else { return }
    isScheduled = true
    hub.loop.assumeIsolated().execute { self.takeTurn() }
  }

  /// Has the work continued when others had their turn.
  private func continueLater() {
    guard !isScheduled, !isOver else { return }
    isScheduled = true
    hub.continueLater(self)
  }

  /// Continues with the work that was scheduled.
  func takeTurn() {
    isScheduled = false
    work()
  }

  private func resumeReading() {
    armWatch()
    guard wantsRead, !isReadingHeld else { return }
    wantsRead = false
    context?.read()
  }

  private func take(_ line: MPDLineReader.Line) {
    // Whoever does not begin with a small letter is a browser or the like.
    guard case .text(let text) = line, let first = text.first, (0x61...0x7A).contains(first) else { return close() }
    if text.elementsEqual("noidle".utf8) {
      if idling != nil { sendChanges() }
      return
    }
    guard idling == nil else { return close() }
    if list != nil {
      guard text.elementsEqual("command_list_end".utf8) else { return append(text) }
      batch = list.map { MPDBatch(list: $0) }
      list = nil
    } else if text.elementsEqual("command_list_begin".utf8) {
      list = MPDCommandList(confirmsEach: false)
    } else if text.elementsEqual("command_list_ok_begin".utf8) {
      list = MPDCommandList(confirmsEach: true)
    } else {
      batch = MPDBatch(line: text)
    }
  }

  /// Takes another command of a list. What is too much ends the connection: a list is carried out whole or not at all.
  private func append(_ line: [UInt8]) {
    let isUnauthenticated = session.permission == .none
    guard hub.listMemory.take(line.count + 1, isLocal: isLocal) else {
      return refuse(MPDFault(.system, "The command lists of all clients are too large"))
    }
    listBytes += line.count + 1
    let limit = isUnauthenticated ? MPDCommandList.maximumUnauthenticatedBytes : MPDCommandList.maximumBytes
    guard list?.append(line, limit: limit) == false else { return }
    guard isUnauthenticated else { return close() }
    refuse(MPDFault(.permission, "you don't have permission for a command list of more than \(limit) bytes"))
  }

  /// Says why the connection is closed, and closes it.
  private func refuse(_ fault: MPDFault) {
    write(fault.line(index: 0, command: ""))
    closeAfterOutput()
  }

  /// Forgets the commands that were to be carried out.
  private func dropCommands() {
    batch = nil
    list = nil
    hub.listMemory.giveBack(listBytes, isLocal: isLocal)
    listBytes = 0
  }

  // MARK: - Commands

  /// Carries out the batch's commands, as many as can be.
  private func advance(until deadline: NIODeadline) {
    while !isOver, !isBusy, let line = batch?.next() {
      perform(line)
      guard NIODeadline.now() < deadline else { return }
    }
    guard !isOver, !isBusy, batch?.isOver == true else { return }
    dropCommands()
    lastHeard = .now()
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
    // The client is gone: what only asks has no effect.
    if context == nil, command.permission == .read { return }
    let call = MPDCall(name: words.command, arguments: words.arguments, hub: hub, session: session)
    do throws(MPDFault) {
      switch try command.perform(call) {
      case .text(let text): succeed(text)
      case .future(let future): wait(for: future, command: words.command)
      case .idle(let wanted):
        guard batch?.isList == false else { throw MPDFault(.notInList, "idle cannot be in a list") }
        dropCommands()
        idling = wanted
        if !changes.isDisjoint(with: wanted) { sendChanges() }
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
      guard !self.isOver else { return }
      switch result {
      case .success(let text): self.succeed(text)
      case .failure(let error):
        let reason = (error as? TuneError)?.description ?? "The daemon is ending"
        self.fail(error as? MPDFault ?? MPDFault(.system, reason), command: command)
        if self.session.wrongPasswords >= MPDPassword.maximumTries { self.closeAfterOutput() }
      }
      self.lastHeard = .now()
      self.work()
    }
  }

  private func succeed(_ text: MPDText) {
    write(text.buffer)
    if batch?.confirmsEach == true { write("list_OK\n") }
  }

  private func fail(_ fault: MPDFault, command: String) {
    write(fault.line(index: batch?.index ?? 0, command: command))
    dropCommands()
  }

  // MARK: - News

  /// Notes that these have changed, and tells a client that waits for it.
  func notice(_ subsystems: MPDSubsystems) {
    changes.formUnion(subsystems)
    guard let idling, !changes.isDisjoint(with: idling) else { return }
    sendChanges()
    send()
    resumeReading()
  }

  private func sendChanges() {
    guard let wanted = idling else { return }
    idling = nil
    lastHeard = .now()
    for name in changes.intersection(wanted).names { write("changed: \(name)\n") }
    changes.subtract(wanted)
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
    isFlushing = true
    context.flush()
    isFlushing = false
  }

  /// Closes it when what is written has gone out; nothing more is taken.
  ///
  /// It counts as a client until then, and one who does not take what there is has no more time than others.
  private func closeAfterOutput() {
    isEnding = true
    dropCommands()
    send()
    guard let context else { return end() }
    armWatch()
    context.writeAndFlush(wrapOutboundOut(ByteBuffer())).assumeIsolated().whenComplete { _ in
      context.close(promise: nil)
    }
  }

  // MARK: - Time

  /// When this client is to be closed, as things are; nil when it may wait for ever.
  private var deadline: NIODeadline? {
    if output.isWaiting || isEnding { return output.lastProgress + TimeAmount(hub.options.outputTimeout) }
    return idling == nil && !isBusy && !isScheduled && batch == nil
      ? lastHeard + TimeAmount(hub.options.clientTimeout) : nil
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
