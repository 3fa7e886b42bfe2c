import AudioCore

/// The state that a ``TimeShiftBuffer`` guards with its lock: the elements, and which side waits for what.
struct TimeShiftState {
  /// The result of ``append(_:)``.
  enum Appending {
    case appended, full, closed
    case refused(TimeShiftBuffer.RefusalError)
  }

  private(set) var elements = ElementQueue()
  private let limits: TimeShiftBuffer.Limits
  /// Sound in nanoseconds that is enough to begin however it comes: no page of a station is that long.
  private static let enough = 3_000_000_000
  /// Bytes of sound that come at once in a page at most; more are the burst with which a station begins. Encoders end
  /// a page after 4 KiB.
  private static let maximumPageBytes = 8 << 10
  private let maximumNanoseconds: Int
  private let minimumNanoseconds: Int
  /// Sound that must be buffered before the next element is returned, in nanoseconds; nil while the consumer gets
  /// elements.
  private var threshold: Int?
  /// The longest sound of a page that came at once while sound gathers, in nanoseconds.
  private var longestPage = 0
  private var isFinished = false
  private var isClosed = false
  /// True when the producer found no space and none was freed since.
  private var isFull = false
  private var producer: CheckedContinuation<Void, Never>?
  /// Why the producer's connection cannot be played; nil once the producer has received it.
  private var refusal: TimeShiftBuffer.RefusalError?

  init(limits: TimeShiftBuffer.Limits) {
    self.limits = limits
    maximumNanoseconds = Self.nanoseconds(limits.maximumDuration)
    minimumNanoseconds = Self.nanoseconds(limits.minimumDuration)
    threshold = Self.nanoseconds(limits.startDuration)
  }

  /// True when ``pull()`` would return an element or the end.
  var isReady: Bool {
    if isClosed || isFinished { return true }
    if elements.isEmpty { return false }
    guard let threshold, !isFull else { return true }
    return elements.nanoseconds >= threshold && (threshold == 0 || canAwaitPage)
  }

  /// True when the sound lasts until the next page has come, which takes as long to come as to play, and half as long
  /// again. Slow stations send pages of one or two seconds.
  private var canAwaitPage: Bool {
    elements.nanoseconds >= Self.enough || elements.nanoseconds / 3 >= longestPage / 2
  }

  /// True while sound gathers before it is returned.
  var isGathering: Bool { threshold != nil }

  /// Takes elements from the front of `rest` as long as there is space.
  mutating func append(_ rest: inout ArraySlice<StreamElement>) -> Appending {
    if !isClosed, !isFinished, let refusal = takeRefusal() { return .refused(refusal) }
    let (bytes, nanoseconds) = (elements.bytes, elements.nanoseconds)
    defer {
      if threshold != nil, elements.bytes - bytes <= Self.maximumPageBytes {
        longestPage = max(longestPage, elements.nanoseconds - nanoseconds)
      }
    }
    while let element = rest.first {
      let outcome = append(element)
      guard case .appended = outcome else { return outcome }
      rest.removeFirst()
    }
    return .appended
  }

  private mutating func append(_ element: StreamElement) -> Appending {
    if isClosed || isFinished { return .closed }
    let size = ElementQueue.size(of: element)
    if !elements.isEmpty,
      elements.count >= limits.maximumElements
        || isOver(nanoseconds: elements.nanoseconds + size.nanoseconds, bytes: elements.bytes + size.bytes)
    {
      isFull = true
      return .full
    }
    elements.append(element)
    return .appended
  }

  mutating func pull() -> TimeShiftBuffer.Pull {
    guard isReady else {
      if threshold == nil { (threshold, longestPage) = (Self.nanoseconds(limits.resumeDuration), 0) }
      return .notEnoughYet
    }
    guard let element = elements.removeFirst() else { return .end }
    threshold = nil
    if isFull, hasSpace { wakeProducer() }
    return .element(element)
  }

  mutating func finish() {
    isFinished = true
    wakeProducer()
  }

  mutating func close() {
    isClosed = true
    elements.removeAll()
    wakeProducer()
  }

  mutating func refuse(_ refusal: TimeShiftBuffer.RefusalError) -> Bool {
    guard !isClosed, !isFinished else { return false }
    self.refusal = refusal
    var titles: [StreamElement] = []
    while let element = elements.removeFirst() { if element.packet == nil { titles.append(element) } }
    for title in titles { elements.append(title) }
    wakeProducer()
    return true
  }

  mutating func takeRefusal() -> TimeShiftBuffer.RefusalError? {
    defer { refusal = nil }
    return refusal
  }

  mutating func connectionBegan() {
    refusal = nil
    threshold = threshold.map { min($0, Self.nanoseconds(limits.startDuration)) }
  }

  /// Keeps `continuation` until there is space; resumes it at once when there is nothing to wait for.
  mutating func wait(_ continuation: CheckedContinuation<Void, Never>, isCancelled: Bool) {
    if isFull, !isCancelled, producer == nil {
      producer = continuation
    } else {
      continuation.resume()
    }
  }

  /// Resumes the producer, which then tries again.
  mutating func wakeProducer() {
    isFull = false
    producer?.resume()
    producer = nil
  }

  /// True when a quarter is free. The producer costs less when it wakes up less often.
  private var hasSpace: Bool {
    elements.count <= limits.maximumElements / 4 * 3
      && !isOver(nanoseconds: elements.nanoseconds, bytes: elements.bytes, ofThreeQuarters: true)
  }

  /// True when this duration and these bytes exceed what may be held, or three quarters of it.
  private func isOver(nanoseconds: Int, bytes: Int, ofThreeQuarters: Bool = false) -> Bool {
    func part(_ limit: Int) -> Int { ofThreeQuarters ? limit / 4 * 3 : limit }
    if nanoseconds > part(maximumNanoseconds) { return true }
    guard bytes > part(limits.maximumBytes) else { return false }
    return nanoseconds >= part(minimumNanoseconds)
      || bytes > part(max(limits.maximumBytes, limits.absoluteMaximumBytes))
  }

  private static func nanoseconds(_ duration: Duration) -> Int { Int(max(.zero, duration) / .nanoseconds(1)) }
}

/// A queue of packets and titles, with their total duration and bytes. It is a ring: removing an element moves no
/// other.
struct ElementQueue: Sendable {
  private var slots: [StreamElement?] = Array(repeating: nil, count: 64)
  private var head = 0

  /// Number of elements in the queue.
  private(set) var count = 0
  /// Number of packets among them.
  private(set) var packets = 0
  /// Duration of the sound in the queue, in nanoseconds.
  private(set) var nanoseconds = 0
  /// Bytes of the packets (``Packet/heldBytes``) and of the titles.
  private(set) var bytes = 0

  var isEmpty: Bool { count == 0 }

  mutating func append(_ element: StreamElement) {
    if count == slots.count { grow() }
    slots[(head + count) & (slots.count - 1)] = element
    count += 1
    let size = Self.size(of: element)
    packets += size.packets
    nanoseconds += size.nanoseconds
    bytes += size.bytes
  }

  mutating func removeFirst() -> StreamElement? {
    guard count > 0, let element = slots[head] else { return nil }
    slots[head] = nil
    head = (head + 1) & (slots.count - 1)
    count -= 1
    let size = Self.size(of: element)
    packets -= size.packets
    nanoseconds -= size.nanoseconds
    bytes -= size.bytes
    return element
  }

  mutating func removeAll() { self = ElementQueue() }

  /// Returns what an element adds to the totals. A title has no duration; its bytes are those of its texts, and 64 for
  /// the objects that hold them.
  static func size(of element: StreamElement) -> (packets: Int, nanoseconds: Int, bytes: Int) {
    switch element {
    case .packet(let packet):
      let rate = max(1, packet.headerFormat.sampleRate)
      return (1, packet.frameCount * 1_000_000_000 / rate, packet.heldBytes)
    case .metadata(let metadata):
      return (0, 0, 64 + metadata.title.utf8.count + (metadata.url?.utf8.count ?? 0))
    }
  }

  private mutating func grow() {
    slots = (0..<count).map { slots[(head + $0) & (slots.count - 1)] } + Array(repeating: nil, count: slots.count)
    head = 0
  }
}
