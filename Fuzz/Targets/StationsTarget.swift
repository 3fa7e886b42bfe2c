import AudioCore
import JSON
import Stations

extension FuzzTarget {
  /// stations.json: a list that was read can be written and read again unchanged; a fault is a clean sentence with a
  /// line.
  static let stations = FuzzTarget("stations") { input in
    let bytes = input.payload
    checkJSON(bytes)
    let list: StationList
    do throws(TuneError) {
      list = try StationList.parse(bytes, path: "it")
    } catch {
      guard case .list(.badStationList("it", let reason)) = error else {
        fail("broken promise: a bad list, but \(error)")
      }
      if let fault = TextFault.control(reason) { fail("broken promise: a clean sentence, but \(fault): \(reason)") }
      claim(reason.utf8.count < 2 * bytes.count + 300, "a short sentence: \(reason)")
      return
    }
    let written = list.encoded()
    do throws(TuneError) {
      let again = try StationList.parse(written, path: "it")
      claim(again == list, "a list is read as it was written: \(list) and \(again)")
      claim(again.encoded() == written, "writing it again changes nothing")
    } catch {
      fail("broken promise: what was written can be read, but \(error): \(String(decoding: written, as: UTF8.self))")
    }
    claim(Set(list.stations.map(\.id)).count == list.stations.count, "an id is there once")
    for station in list.stations {
      for url in [station.url] + station.alternates {
        claim(StreamURL.fault(url) == nil, "an address of use: \(url)")
      }
      let texts = [station.id, station.name, station.url] + station.tags
      for text in texts where TextFault.control(text) != nil {
        fail("broken promise: clean texts, but \(text.debugDescription)")
      }
      claim((try? list.find(station.id))?.id == station.id, "a station is found by its id")
    }
  }

  /// Checks any JSON text, whether it is a list or not.
  private static func checkJSON(_ bytes: [UInt8]) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONReader.read(bytes)
    } catch {
      let lines = 1 + bytes.count { $0 == UInt8(ascii: "\n") }
      claim((1...lines).contains(error.line), "a fault is on one of \(lines) lines: \(error)")
      return
    }
    let written = JSONWriter.write(value)
    claim(written.count <= 80 * bytes.count + 16, "\(bytes.count) bytes do not become \(written.count)")
    claim(String(validating: written, as: UTF8.self) != nil, "what is written is UTF-8")
    claim(!written.contains { $0 < 0x20 && $0 != 0x0A || $0 == 0x7F }, "what is written has no control bytes")
    claim((try? JSONReader.read(written)) == value, "a value is read as it was written")
  }
}
