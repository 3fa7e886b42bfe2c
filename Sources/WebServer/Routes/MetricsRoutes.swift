import AudioCore
import HTTPServer
import Muxing
import NIOCore
import Radio
import RadioModel
import ServerSupport
import SystemSupport

/// Answers monitoring requests: metrics for Prometheus, and the health check.
struct MetricsRoutes {
  let radio: RadioHost
  /// The number of the last event before the daemon started. Event numbers continue over restarts, but the counter in
  /// the metrics begins at 0.
  let firstEvent: UInt64
  let counts: ConnectionCounts
  let spectra: SpectrumFanouts
  let samples: BoundedCount
  /// Longest time the health check waits for the radio's answer.
  let timeout: Duration

  /// Returns all metrics.
  func numbers() -> HTTPAnswer { HTTPAnswer(text(), type: "text/plain; version=0.0.4; charset=utf-8") }

  /// Returns `ok` when the radio answers within ``timeout``. Throws ``HTTPError`` (503) otherwise.
  func health() async throws -> HTTPAnswer {
    guard await radio.tuner.answers(within: timeout) else { throw HTTPError(503, "the radio does not answer") }
    return HTTPAnswer(ByteBuffer(string: "ok\n"), type: "text/plain; charset=utf-8")
  }

  private func text() -> ByteBuffer {
    var text = MetricsText()
    addRadio(radio.tuner.snapshot, to: &text)
    addTimeShift(to: &text)
    addRecordings(to: &text)
    addClients(to: &text)
    addProcess(ProcessUse.now(), to: &text)
    return text.finish()
  }

  private func addRadio(_ snapshot: TunerSnapshot, to text: inout MetricsText) {
    let status = RadioStatus(snapshot, event: 0)
    let counts = snapshot.counts
    text.add("springradio_build_info", "The version that runs.", [("version", ProductVersion.text, 1)])
    text.add(
      "springradio_state", "What the radio is doing: 1 for its state, 0 for the others.",
      RadioStatus.State.allCases.map { ("state", $0.rawValue, $0 == status.state ? 1 : 0) })
    text.add("springradio_volume_ratio", "Volume from 0 to 1.", Double(status.volume) / 100)
    text.add("springradio_muted", "1 while muted.", status.isMuted ? 1 : 0)
    text.add("springradio_elapsed_seconds", "Sound heard since tuning in.", status.elapsed)
    text.add("springradio_buffered_seconds", "Sound in the packet buffer.", status.buffered)
    text.add("springradio_buffer_capacity_seconds", "Sound at which the packet buffer is full.", status.bufferCapacity)
    text.add("springradio_behind_live_seconds", "How far the sound is behind live.", status.behindLive ?? 0)
    text.add("springradio_queue_entries", "Entries of the queue.", snapshot.queue.entries.count)
    text.add("springradio_stations", "Stations of the list.", snapshot.stations.count)
    text.add("springradio_events_total", "Events since the daemon was started.", radio.tuner.eventNumber - firstEvent)
    text.add("springradio_received_bytes_total", "Sound received.", counts.receivedBytes)
    text.add("springradio_connections_total", "Streams connected to.", counts.connections)
    text.add("springradio_retries_total", "Connections that were lost or not made, and tried again.", counts.retries)
    text.add("springradio_dry_spells_total", "Times the sound ran out.", counts.underruns)
    text.add(
      "springradio_device_faults_total", "Faults of the sound device, underruns among them.", counts.deviceFaults)
    if let share = radio.tuner.decodingShare {
      text.add("springradio_decoding_ratio", "Processor time of decoding, in seconds per second of sound.", share)
    }
    text.add("springradio_titles_total", "Titles heard.", counts.titles)
    text.add("springradio_failures_total", "Sources that were given up.", counts.failures)
  }

  private func addTimeShift(to text: inout MetricsText) {
    let kept = radio.tuner.timeShift
    text.add(
      "springradio_timeshift_seconds", "Sound that is kept, to pause and to go back in.",
      kept.map { max(0, $0.end - $0.start) } ?? 0)
    text.add("springradio_timeshift_bytes", "Memory that it takes.", kept?.bytes ?? 0)
  }

  private func addRecordings(to text: inout MetricsText) {
    text.add("springradio_recordings", "Recordings that are being written.", radio.tuner.snapshot.recordings)
    text.add(
      "springradio_recording_errors_total", "Recordings that failed.", radio.recordings?.failureCount ?? 0)
  }

  private func addClients(to text: inout MetricsText) {
    let clients = counts.clients
    // The label is part of the public contract.
    text.add(
      "springradio_http_clients", "Connections to the web server.",
      ConnectionCounts.Transport.allCases.map { ("door", $0.rawValue, Double(clients[$0] ?? 0)) })
    text.add(
      "springradio_http_unsent_bytes", "Bytes of answers that clients have not taken yet.",
      ConnectionCounts.Transport.allCases.map { ("transport", $0.rawValue, Double(counts.unsentBytes(by: $0))) })
    text.add(
      "springradio_http_responses_total", "Answers of the web server by status.",
      counts.answers.sorted { $0.key < $1.key }.map { ("code", String($0.key), Double($0.value)) })
    text.add("springradio_http_turned_away_total", "Connections that were one too many.", counts.turnedAway)
    text.add(
      "springradio_stream_listeners", "Listeners to the sound as it was received.", radio.tuner.relay.listenerCount)
    text.add("springradio_spectrum_readers", "Readers of a spectrum.", spectra.readerCount)
    text.add("springradio_sample_readers", "Readers of the sound for views.", samples.number)
    text.add("springradio_spectra", "Different spectra that are measured for them.", spectra.spectrumCount)
    text.add(
      "springradio_spectrum_dropped_frames_total", "Frames that readers lost because they were behind.",
      spectra.droppedFrames)
  }

  private func addProcess(_ use: ProcessUse, to text: inout MetricsText) {
    text.add("process_cpu_seconds_total", "Processor time used.", use.processorSeconds)
    text.add("process_resident_memory_bytes", "Resident memory.", use.residentBytes)
    text.add("process_threads", "Threads.", use.threads)
    text.add("process_open_fds", "Open file descriptors.", use.openDescriptors)
    text.add("process_start_time_seconds", "When the process began, since 1970.", use.startSeconds)
  }
}

/// Builds metrics in the text format of Prometheus, version 0.0.4.
struct MetricsText {
  private var text = ByteBuffer()

  /// Appends a metric with one value.
  mutating func add(_ name: String, _ help: String, _ value: Double) {
    open(name, help)
    text.writeString("\(name) \(Self.number(value))\n")
  }

  /// Appends a metric with one whole number.
  mutating func add(_ name: String, _ help: String, _ value: some BinaryInteger) { add(name, help, Double(value)) }

  /// Appends a metric with one value for each value of a label.
  mutating func add(_ name: String, _ help: String, _ values: [(label: String, of: String, number: Double)]) {
    open(name, help)
    for (label, of, number) in values {
      text.writeString("\(name){\(label)=\"\(of)\"} \(Self.number(number))\n")
    }
  }

  /// Returns the complete text.
  func finish() -> ByteBuffer { text }

  private mutating func open(_ name: String, _ help: String) {
    // By convention the name of a value that only grows ends so.
    let kind = name.hasSuffix("_total") ? "counter" : "gauge"
    text.writeString("# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n")
  }

  private static func number(_ value: Double) -> String {
    guard value.isFinite else { return "0" }
    return Int64(exactly: value).map { String($0) } ?? String(value)
  }
}
