import Logging
import NIOCore
import ServerSupport

/// The connection of one client: carries out its lines in order, one at a time, and writes the answers. It reads a
/// little ahead. While the client does not take its answers, no command is carried out (back-pressure). A long answer for
/// which all clients together leave no memory is discarded, and its command is carried out again when there is some.
///
/// The client may close its sending side or the whole connection first. Commands that it sent before are still carried
/// out, and answered as long as that is possible. Until then it counts as a client.
final class MPDConnection: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  static let greeting = "OK MPD 0.23.5\n"
  /// Longest time for which commands may keep the event loop before other connections get a turn.
  private static let turn = TimeAmount.milliseconds(2)
  /// Most bytes that are read ahead. Of a client that has disconnected, at most these and the bytes in the system's
  /// buffer can be left.
  private static let readAheadBytes = 16 << 10

  private let hub: MPDHub
  let session: MPDSession
  /// Nil without a connection: before it is active, and after the client has disconnected.
  private var context: ChannelHandlerContext?
  private var reader = MPDLineReader()
  private var list: MPDCommandList?
  private var batch: MPDBatch?
  /// The bytes of the hub's list memory that `list` and `batch` take.
  private var listAccount: ByteBudget.Account
  /// True while the answer to a command is pending.
  private var isBusy = false
  /// The command whose answer waits for memory.
  private var held: [UInt8]?
  /// True when ``work()`` is scheduled, for the loop's next round or for a later turn.
  private var isScheduled = false
  /// True when no more bytes come.
  private var hasInputEnded = false
  /// True when the connection closes as soon as the output is sent.
  private var isEnding = false
  /// True when the connection has ended.
  private var isOver = false
  private var isFlushing = false
  private var wantsRead = false
  private var idle = MPDIdle()
  private var output: MPDOutput
  private var lastHeard = NIODeadline.now()
  private let watch = DeadlineWatch()

  init(hub: MPDHub, session: MPDSession) {
    self.hub = hub
    self.session = session
    listAccount = hub.lists.open(isLocalSocket: session.isLocal)
    output = MPDOutput(limit: hub.options.maximumOutputBytes, budget: hub.outputs, isLocalSocket: session.isLocal)
  }

  // MARK: - The channel

  func channelActive(context: ChannelHandlerContext) {
    guard hub.add(self, from: context.remoteAddress) else {
      isOver = true
      let refusal = context.channel.allocator.buffer(
        string: MPDError(.system, "Too many clients").line(index: 0, command: ""))
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
    output.discard()
    if held != nil { (held, isBusy) = (nil, false) }
    watch.cancel()
    if isEnding { end() } else { scheduleWork() }
    context.fireChannelInactive()
  }

  /// Input that was read before the error is still carried out: ``channelInactive(context:)`` schedules that.
  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event as? ChannelEvent == .inputClosed {
      hasInputEnded = true
      scheduleWork()
    }
    context.fireUserInboundEventTriggered(event)
  }

  func read(context: ChannelHandlerContext) {
    // NIO requests a last read when a flush fails. It is the last chance to read what the client sent before it closed,
    // and is therefore not held back.
    if isReadingHeld, !isFlushing { wantsRead = true } else { context.read() }
  }

  /// Takes bytes. Writes nothing here: NIO may be about to read all that is left of a client that has disconnected.
  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isOver, !isEnding else { return }
    reader.feed(unwrapInboundIn(data))
    scheduleWork()
  }

  /// Closes the connection at once.
  func close() {
    let context = context
    end()
    context?.close(promise: nil)
  }

  private func end() {
    guard !isOver else { return }
    isOver = true
    context = nil
    watch.cancel()
    dropCommands()
    reader = MPDLineReader()
    output.discard()
    hub.remove(self)
  }

  private var isReadingHeld: Bool { isOver || isEnding || reader.byteCount >= Self.readAheadBytes }

  // MARK: - Lines

  /// True when the next command may be carried out. A client that has disconnected need not take its answers.
  private var canWork: Bool { !isOver && !isBusy && !isEnding && !output.isFull }

  /// Carries out commands for one turn at most.
  private func work() {
    let deadline = NIODeadline.now() + Self.turn
    var hasAll = false
    while canWork, !hasAll, !isScheduled {
      if batch != nil {
        advance(until: deadline)
      } else if let line = reader.next() {
        lastHeard = .now()
        hub.noteUse(session)
        handle(line)
      } else {
        hasAll = true
      }
      if !isBusy, !hasAll, NIODeadline.now() >= deadline { continueLater() }
    }
    send()
    // The flush may have found that the client has disconnected, and read more input: then another round follows. A
    // client that waits in `idle` and closes its sending side is disconnected, as in Music Player Daemon: it may not
    // exist any more.
    if hasAll, hasInputEnded, !isScheduled { closeAfterOutput() }
    resumeReading()
  }

  /// Schedules ``work()`` for the loop's next round.
  private func scheduleWork() {
    guard !isScheduled, !isOver else { return }
    isScheduled = true
    hub.loop.assumeIsolated().execute { self.takeTurn() }
  }

  /// Schedules the rest of the work after the turns of other connections.
  private func continueLater() {
    guard !isScheduled, !isOver else { return }
    isScheduled = true
    hub.continueLater(self)
  }

  /// Carries out the scheduled work.
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

  private func handle(_ line: MPDLineReader.Line) {
    // A client whose line does not begin with a small letter is a browser or similar.
    guard case .text(let text) = line, let first = text.first, (0x61...0x7A).contains(first) else { return close() }
    if text.elementsEqual("noidle".utf8) {
      return answerIdle(idle.end())
    }
    guard !idle.isWaiting else { return close() }
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

  /// Adds a command to a list. A list that is too large ends the connection: a list is carried out completely or not at
  /// all.
  private func append(_ line: [UInt8]) {
    let isUnauthenticated = session.permission == .none
    guard hub.lists.grow(&listAccount, by: line.count + 1) else {
      return refuse(MPDError(.system, "The command lists of all clients are too large"))
    }
    let limit = isUnauthenticated ? MPDCommandList.maximumUnauthenticatedBytes : MPDCommandList.maximumBytes
    guard list?.append(line, limit: limit) == false else { return }
    guard isUnauthenticated else { return close() }
    refuse(MPDError(.permission, "you don't have permission for a command list of more than \(limit) bytes"))
  }

  /// Sends the reason, and closes the connection.
  private func refuse(_ fault: MPDError) {
    write(fault.line(index: 0, command: ""))
    closeAfterOutput()
  }

  /// Discards the commands that were not carried out yet.
  private func dropCommands() {
    batch = nil
    list = nil
    if listAccount.bytes > 0 { hub.lists.close(&listAccount) }
  }

  // MARK: - Commands

  /// Carries out commands of the batch until it ends, a command must wait, or `deadline` passes.
  private func advance(until deadline: NIODeadline) {
    while canWork, let line = batch?.next() {
      perform(line)
      guard NIODeadline.now() < deadline else { return }
    }
    guard !isOver, !isBusy, batch?.isOver == true else { return }
    dropCommands()
    lastHeard = .now()
    if !idle.isWaiting { write("OK\n") }
  }

  private func perform(_ line: [UInt8]) {
    let words: MPDTokenizer.Words
    do throws(MPDTokenizer.TokenError) {
      words = try MPDTokenizer.split(line)
    } catch {
      fail(error.fault, command: "")
      if error.isFatal { closeAfterOutput() }
      return
    }
    guard let command = MPDCommand.all[words.command] else {
      return fail(MPDError(.unknown, "unknown command \"\(words.command)\""), command: "")
    }
    // The client has disconnected: a command that only reads has no effect.
    if context == nil, command.permission == .read { return }
    let call = MPDCall(name: words.command, arguments: words.arguments, hub: hub, session: session)
    do throws(MPDError) {
      switch try command.perform(call) {
      case .text(let text): succeed(text, command, line)
      case .future(let future): wait(for: future, command, line)
      case .idle(let wanted):
        guard batch?.isList == false else { throw MPDError(.notInList, "idle cannot be in a list") }
        dropCommands()
        answerIdle(idle.begin(wanted))
      case .close: closeAfterOutput()
      }
    } catch {
      fail(error, command: words.command)
    }
  }

  private func wait(for future: EventLoopFuture<MPDText>, _ command: MPDCommand, _ line: [UInt8]) {
    isBusy = true
    future.assumeIsolated().whenComplete { result in
      self.isBusy = false
      guard !self.isOver else { return }
      switch result {
      case .success(let text): self.succeed(text, command, line)
      case .failure(let error):
        self.fail(MPDError(ofWork: error), command: command.name)
        if self.session.wrongPasswords >= MPDSession.maximumWrongPasswords { self.closeAfterOutput() }
      }
      self.lastHeard = .now()
      self.work()
    }
  }

  /// Writes the answer `text` to `line`, or lets it wait for memory.
  private func succeed(_ text: MPDText, _ command: MPDCommand, _ line: [UInt8]) {
    guard context != nil else { return }
    let count = text.buffer.readableBytes
    guard output.isAllowed(count) else { return closeSlow() }
    // A command that changes something has a short answer and is never carried out twice.
    guard output.append(text.buffer, mayExceed: !command.onlyReads) else { return hold(line, count) }
    if batch?.confirmsEach == true { write("list_OK\n") }
  }

  /// Carries out `line` again when `count` bytes of output may fit.
  private func hold(_ line: [UInt8], _ count: Int) {
    (held, isBusy) = (line, true)
    output.wait(for: count, resume: hub.onLoop(self) { $0.resumeHeld() })
    hub.watchSlowClients()
  }

  private func resumeHeld() {
    guard !isOver, let line = held else { return }
    (held, isBusy) = (nil, false)
    perform(line)
    work()
  }

  private func fail(_ fault: MPDError, command: String) {
    write(fault.line(index: batch?.index ?? 0, command: command))
    dropCommands()
  }

  // MARK: - Changes

  /// Records that `subsystems` have changed, and notifies a client that waits for one of them in `idle`.
  func notice(_ subsystems: MPDSubsystems) {
    guard let text = idle.record(subsystems) else { return }
    answerIdle(text)
    send()
    resumeReading()
  }

  /// Writes the answer to `idle`, if it is not nil.
  private func answerIdle(_ text: String?) {
    guard let text else { return }
    lastHeard = .now()
    write(text)
  }

  // MARK: - Output

  private func write(_ text: String) {
    if context != nil { _ = output.append(ByteBuffer(string: text), mayExceed: true) }
  }

  /// Passes the output to the system.
  private func send() {
    guard let context, output.hasUnsent else { return }
    for piece in output.takePieces() {
      let size = piece.readableBytes
      context.write(wrapOutboundOut(piece)).assumeIsolated().whenSuccess { self.noteSent(size) }
    }
    isFlushing = true
    context.flush()
    isFlushing = false
  }

  private func noteSent(_ size: Int) {
    guard context != nil else { return }
    let wasFull = output.isFull
    output.wasSent(size)
    if wasFull, !output.isFull { scheduleWork() }
  }

  /// Closes the connection if its answers take memory for which others wait, and it has taken no bytes for `time`.
  func closeIfSlow(after time: Duration) {
    if output.takesShared, output.lastProgress + TimeAmount(time) <= .now() { closeSlow() }
  }

  private func closeSlow() {
    hub.logger.info("closed a client that did not take its answers")
    close()
  }

  /// Closes the connection when the output is sent. No further input is taken.
  ///
  /// Until then it counts as a client. A client that does not take its output gets no more time than others.
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

  /// The time at which the client is closed if its state does not change; nil when it may wait without limit.
  private var deadline: NIODeadline? {
    if output.isWaiting || isEnding { return output.lastProgress + TimeAmount(hub.options.outputTimeout) }
    return !idle.isWaiting && !isBusy && !isScheduled && batch == nil
      ? lastHeard + TimeAmount(hub.options.clientTimeout) : nil
  }

  /// Makes sure that a timer checks the deadline.
  private func armWatch() {
    if let loop = context?.eventLoop { watch.arm(on: loop, deadline: { self.deadline }, expire: { self.close() }) }
  }
}
