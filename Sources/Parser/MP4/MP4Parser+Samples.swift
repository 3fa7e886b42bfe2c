import AudioCore
import Bytes

/// Samples, out of the tables of a file or the runs of a fragment.
extension MP4Parser {
  mutating func enterMedia(_ queue: inout ByteQueue, headSize: Int, size: Int) -> DemultiplexerStep? {
    if hasFragments || hasFoundFrames || samples != nil {
      mediaEnd = position + size
      largestMedia = max(largestMedia, min(size, Self.maximumForeignBytes))
      return advance(headSize, &queue)
    }
    guard track == nil else { return .unsupported(kind: MP4Fault.noIndex) }
    guard origin.randomAccess != nil else { return .unsupported(kind: MP4Fault.indexAtEnd) }
    guard size < Self.maximumMediaLength else { return .unsupported(kind: MP4Fault.cutOff) }
    hasPassedMedia = true
    guard size >= Self.shortMedia else { return advance(size, &queue) }
    passedMedia += 1
    guard passedMedia <= Self.maximumPassedMedia else { return .unsupported(kind: MP4Fault.lateIndex) }
    position += size
    return .seek(position)
  }

  /// Takes the next sample that the index lists, in the media data that end at `mediaEnd`. Nil when it made progress
  /// without a result.
  mutating func takeTabledSample(_ queue: inout ByteQueue, mediaEnd: Int) -> DemultiplexerStep? {
    guard let track, let step = samples?.next(at: position, before: mediaEnd) else { return nil }
    switch step {
    case .sample(let sample):
      guard queue.count >= sample.size else { return .needMore(sample.size) }
      if samples?.hasSkipped == true { isDiscontinuity = true }
      samples?.advance()
      let bytes = queue.prefix(sample.size)
      queue.drop(sample.size)
      position += sample.size
      return packet(bytes, time: sample.time, duration: sample.duration, track)
    case .skip(let number): return advance(number, &queue)
    case .seek(let place):
      position = place
      return .seek(place)
    case .end:
      if samples?.isEmpty == true {
        if origin.isFile, !movie.hasFragments { return .end }
        samples = nil
        if let place = fragmentsStart {
          fragmentsStart = nil
          self.mediaEnd = nil
          return enterFragments(at: place, &queue)
        }
      }
      return passRest(upTo: mediaEnd, &queue)
    case .wrong: return .unsupported(kind: MP4Fault.wrongIndex)
    }
  }

  /// Continues with the boxes from `place` on. Nil when it made progress without a result.
  mutating func enterFragments(at place: Int, _ queue: inout ByteQueue) -> DemultiplexerStep? {
    if place >= position, place - position < Self.shortMedia { return advance(place - position, &queue) }
    position = place
    return .seek(place)
  }

  /// Skips what is left of the media data, which end at `mediaEnd`. Nil when it made progress without a result.
  mutating func passRest(upTo mediaEnd: Int, _ queue: inout ByteQueue) -> DemultiplexerStep? {
    guard position < mediaEnd else {
      self.mediaEnd = nil
      return nil
    }
    // Only bytes that have arrived are skipped: media data may state a length without end.
    guard queue.count > 0 else { return .needMore(1) }
    return advance(min(mediaEnd - position, queue.count), &queue)
  }

  /// Takes the next sample of the media data that end at `mediaEnd`. Nil when it made progress without a result.
  mutating func takeSample(_ queue: inout ByteQueue, mediaEnd: Int, isEnd: Bool) -> DemultiplexerStep? {
    guard let track, let run = fragment.runs.first, run.offset < mediaEnd else {
      return passRest(upTo: mediaEnd, &queue)
    }
    guard run.offset >= position, run.size <= mediaEnd - run.offset else {
      fragment.dropRuns(all: run.offset >= position)
      isDiscontinuity = true
      return nil
    }
    if run.offset > position { return advance(run.offset - position, &queue) }
    guard queue.count >= run.size else { return .needMore(run.size) }
    switch alignment.judge(queue, run, track, mediaEnd: mediaEnd, isEnd: isEnd) {
    case .aligned: break
    case .needMore(let count): return .needMore(count)
    case .lost:
      // Bytes are missing or inserted: the samples in the rest of the media data cannot be separated.
      alignment.lostStep(before: mediaEnd)
      self.mediaEnd = nil
      return loseStep(&queue)
    }
    let now = Double(run.time) / Double(max(1, track.timescale))
    if let index = messages.indices.first(where: { messages[$0].isDue(at: now) }) {
      return .element(.metadata(messages.remove(at: index).metadata))
    }
    let bytes = queue.prefix(run.size)
    queue.drop(run.size)
    position += run.size
    fragment.advance()
    return packet(bytes, time: run.time, duration: run.duration, track)
  }

  mutating func packet(_ bytes: [UInt8], time: Int, duration: Int, _ track: MP4Track) -> DemultiplexerStep? {
    let followsDamage = isDiscontinuity && hasFoundFrames && !isAtStart
    // A fragment that does not begin where the last one ended: one was left out.
    if let expectedTime, (time &- expectedTime).magnitude > track.timescale / 10 { isDiscontinuity = true }
    expectedTime = time &+ duration
    let isFirst = isAtStart && time == 0
    isAtStart = false
    let seconds = Double(duration) / Double(max(1, track.timescale))
    guard
      var packet = track.coding.packet(bytes, duration: seconds, isDiscontinuity: isDiscontinuity || isFirst)
    else {
      isDiscontinuity = true
      if isFirst { isAtStart = true }
      return passed(bytes.count)
    }
    let kind = Kind(codec: packet.codec, format: packet.headerFormat)
    if kind != lastKind { packet.isDiscontinuity = true }
    packet.followsDamage = followsDamage
    lastKind = kind
    let rate = packet.headerFormat.sampleRate
    if isFirst {
      trimLeft = track.delay(rate: rate)
      // Where durations are not those of packets, their sum is not that of the sound.
      if duration * rate != packet.frameCount * track.timescale { endTime = nil }
    }
    let filler = endTime.map { track.frames(of: packet, at: time, behind: $0) } ?? 0
    packet.startTrim = min(trimLeft, packet.frameCount)
    trimLeft -= packet.startTrim
    packet.endTrim = min(filler, packet.frameCount - packet.startTrim)
    packet.frameCount -= packet.startTrim + packet.endTrim
    isDiscontinuity = false
    hasFoundFrames = true
    junk = 0
    foreign = 0
    return .element(.packet(packet))
  }
}
