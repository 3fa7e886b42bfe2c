import Foundation
import Glibc
import Synchronization

/// A private DNS server for one test, which answers by a rule from names to behaviours. It serves tests of resolver
/// faults.
public final class NameServer: Sendable {
  /// How it answers.
  public enum Behaviour: Sendable {
    /// It does not answer.
    case silent
    /// It answers that there is no such name (NXDOMAIN).
    case noSuchName
    /// It answers that it failed (SERVFAIL).
    case failure
    /// It answers with these IPv4 addresses, in this order, for any name; there are no IPv6 addresses.
    case addresses([String])
    /// The same, but questions about IPv6 get no answer, as behind some routers.
    case addressesWithoutIPv6([String])
    /// It answers with the name of a host, for names that stand for addresses (`4.3.2.1.in-addr.arpa`, see
    /// ``reverse(of:)``).
    case host(String)
  }

  /// Type A of records: IPv4 addresses.
  private static let addressType: UInt8 = 1
  /// Type AAAA of records: IPv6 addresses.
  private static let longAddressType: UInt8 = 28
  /// Type PTR of records: names.
  private static let pointerType: UInt8 = 12

  private let descriptor: Int32
  private let questions: Questions

  private final class Questions: Sendable {
    let names = Mutex<[String]>([])
  }

  /// Answers on port 53 of `address`, which takes root.
  public init(on address: String, rule: @escaping @Sendable (_ name: String) -> Behaviour) throws {
    questions = Questions()
    descriptor = try LoopbackSocket.bindDatagrams(on: address, port: 53)
    let (descriptor, questions) = (descriptor, questions)
    Thread.detachNewThread { Self.serve(descriptor, questions: questions, rule: rule) }
  }

  deinit { shutdown(descriptor, Int32(SHUT_RDWR)) }  // its thread closes it

  /// The names that were asked for so far, one entry for each question.
  public var names: [String] { questions.names.withLock { $0 } }

  /// The name that a reverse lookup of an IPv4 address asks for.
  public static func reverse(of address: String) -> String {
    address.split(separator: ".").reversed().joined(separator: ".") + ".in-addr.arpa"
  }

  private static func serve(_ descriptor: Int32, questions: Questions, rule: (String) -> Behaviour) {
    var question = [UInt8](repeating: 0, count: 512)
    while true {
      var asker = sockaddr_storage()
      var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let count = withUnsafeMutablePointer(to: &asker) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          recvfrom(descriptor, &question, question.count, 0, $0, &size)
        }
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      guard let name = name(in: question[..<count]) else { continue }
      questions.names.withLock { $0.append(name) }
      guard let answer = answer(to: question[..<count], rule(name)) else { continue }
      _ = withUnsafePointer(to: &asker) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          sendto(descriptor, answer, answer.count, 0, $0, size)
        }
      }
    }
    close(descriptor)
  }

  /// The name that is asked for: labels, each with its length before it.
  private static func name(in message: ArraySlice<UInt8>) -> String? {
    var labels: [String] = []
    var rest = message.dropFirst(12)
    while let length = rest.popFirst(), length > 0 {
      guard rest.count > Int(length) else { return nil }
      labels.append(String(decoding: rest.prefix(Int(length)), as: UTF8.self))
      rest = rest.dropFirst(Int(length))
    }
    return labels.isEmpty ? nil : labels.joined(separator: ".").lowercased()
  }

  /// Builds an answer by RFC 1035, section 4: a header of 12 bytes, the question as it came, and records that point to
  /// the name in the question.
  private static func answer(to message: ArraySlice<UInt8>, _ behaviour: Behaviour) -> [UInt8]? {
    let question = message.dropFirst(12)
    guard let nameEnd = question.firstIndex(of: 0), nameEnd + 5 <= question.endIndex else { return nil }
    let type = question[nameEnd + 1] == 0 ? question[nameEnd + 2] : 0
    var code: UInt8 = 0
    /// The data of the records, which are of the type that was asked for.
    var records: [[UInt8]] = []
    switch behaviour {
    case .silent: return nil
    case .noSuchName: code = 3
    case .failure: code = 2
    case .addressesWithoutIPv6 where type == longAddressType: return nil
    case .addresses(let list), .addressesWithoutIPv6(let list):
      if type == addressType { records = list.map { $0.split(separator: ".").compactMap { UInt8($0) } } }
    case .host(let name):
      let labels = name.split(separator: ".").flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
      if type == pointerType { records = [labels + [0]] }
    }
    // Response, recursion desired and available; one question, the answers, no other records.
    var answer = message.prefix(2) + [0x81, 0x80 | code, 0, 1, 0, UInt8(records.count), 0, 0, 0, 0]
    answer += question[...(nameEnd + 4)]
    for record in records {
      // The name at offset 12, class internet, time to live 0.
      answer += [0xC0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, UInt8(record.count)]
      answer += record
    }
    return Array(answer)
  }
}
