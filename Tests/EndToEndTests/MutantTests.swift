import Foundation
import TestSupport
import Testing

/// The faults that `make mutants` puts into a copy of the program. Their tests run there; here is what holds of the lists
/// and of the program itself.
@Suite("Faults that tests must notice")
struct MutantTests {
  /// The fewest faults in the lists.
  private static let least = 60

  private static let lists = Radiod.root + "/Tests/Mutants"

  @Test("each fault of the lists fits the sources", .enabled(if: ProcessRunner.hasPrograms("python3", "git")))
  func fit() throws {
    let result = try ProcessRunner.run(Radiod.root + "/Scripts/mutants", ["check"])
    #expect(result.exitCode == 0, "\(result.errorText)")
    let count: Int? = result.text.split(separator: " ").first.flatMap { Int($0) }
    #expect(try #require(count) >= Self.least)
  }

  @Test("each module has a fault")
  func modules() throws {
    let listed = Set(try FileManager.default.contentsOfDirectory(atPath: Self.lists))
    let sources = try FileManager.default.contentsOfDirectory(atPath: Radiod.root + "/Sources")
    // Libraries in C and what the program holds as data have names with a C; the page is data that does something.
    let modules = sources.filter { $0.range(of: "^C[A-Z]", options: .regularExpression) == nil } + ["page"]
    #expect(Set(modules).subtracting(listed).isEmpty)
  }

  @Test("the program has no trace of the faults")
  func absent() throws {
    let program = try Data(contentsOf: URL(fileURLWithPath: Radiod.path), options: .mappedIfSafe)
    for word in ["MUTANT", "mutantIsOn", "springradio_mutant", "CMutant"] {
      #expect(program.range(of: Data(word.utf8)) == nil, "\(word)")
    }
    #expect(program.range(of: Data("SpringRadio".utf8)) != nil, "the words would be found")
  }
}
