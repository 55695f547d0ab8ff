import Foundation
import ModelGenerator
import ModelLanguage
import TestSupport
import XCTest

/// Every name that the library or generated code declares, as the name of a property and of
/// a case. The code compiles, or the checker rejects the name.
///
/// The names are read from the sources, so that new members are tested too. The short form
/// tests every eighth name as an attribute.
final class MemberNameTests: XCTestCase {
  func testNamesOfMembersCompileOrAreRefused() throws {
    let all = try Self.names()
    XCTAssertGreaterThan(all.count, 900)
    guard TestRun.isLong else {
      let names = all.enumerated().filter { $0.offset % 8 == 0 }.map(\.element)
      return try check(Set(names + Self.known).sorted(), in: .attribute)
    }
    for role in Role.allCases { try check(all, in: role) }
  }

  /// Names that were once accepted but did not compile.
  private static let known = ["fields", "_awake", "_copyValues", "rawValueKeyPath"]

  private enum Role: String, CaseIterable {
    case attribute, toOne, toMany, list, enumeration

    /// Two declarations with all names, one property or case on each line.
    func declarations(_ names: ArraySlice<String>, _ number: Int) -> [String] {
      let (owner, other) = ("Owner\(number)", "Other\(number)")
      let lines = names.map { name in
        switch self {
        case .attribute: "var `\(name)`: String?"
        case .toOne: "var `\(name)`: \(other)? @inverse(inverse_\(name))"
        case .toMany: "var `\(name)`: Set<\(other)> @inverse(inverse_\(name))"
        case .list: "var `\(name)`: [\(other)] @inverse(inverse_\(name))"
        case .enumeration: "case `\(name)`"
        }
      }
      switch self {
      case .attribute: return ["entity \(owner) {"] + lines + ["}"]
      case .enumeration:
        return ["enum \(owner): String {"] + lines + ["}"]
          + ["entity \(other) {", "var value: \(owner)?", "}"]
      case .toOne, .toMany, .list:
        let inverses = names.map { "var inverse_\($0): \(owner)? @inverse(`\($0)`)" }
        return ["entity \(owner) {"] + lines + ["}", "entity \(other) {"] + inverses + ["}"]
      }
    }
  }

  private func check(_ names: [String], in role: Role) throws {
    let names = names.filter { !Self.isRefused($0, in: role) }
    let text = Self.text(names, role)
    let read = readModel([SourceFile(path: "Names.model", text: text)])
    let model = try XCTUnwrap(read.model, "\(role): \(read.diagnostics.prefix(3))")
    let folder = try TemporaryFolder()
    let sources = try SwiftGenerator().files(for: model).map { file in
      let url = folder.file(file.path)
      try file.text.write(to: url, atomically: true, encoding: .utf8)
      return url.path(percentEncoded: false)
    }
    let compiled = try ProgramCompiler().run(["-typecheck"] + sources)
    XCTAssertEqual(compiled.status, 0, "\(role): \(compiled.text)")
  }

  /// Returns whether the checker rejects a name.
  private static func isRefused(_ name: String, in role: Role) -> Bool {
    readModel([SourceFile(path: "Name.model", text: text([name], role))]).model == nil
  }

  private static func text(_ names: [String], _ role: Role) -> String {
    let groups = stride(from: 0, to: names.count, by: 60).map {
      names[$0..<min($0 + 60, names.count)]
    }
    let lines = groups.enumerated().flatMap { role.declarations($0.element, $0.offset) }
    return (["model Names @version(1)"] + lines).joined(separator: "\n") + "\n"
  }

  /// The names of all public declarations in the libraries and in generated code, in
  /// alphabetical order.
  private static func names() throws -> [String] {
    let repository = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let declaration = try Regex(
      #"\b(?:var|let|func|case|typealias|class|struct|enum|protocol|associatedtype)\s+`?([A-Za-z_]\w*)"#,
      as: (Substring, Substring).self)
    var names: Set<String> = []
    for module in ["ModelRuntime", "ModelStorage", "ModelPredicates", "ModelSchema"] {
      let sources = repository.appending(path: "Sources/\(module)")
      let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
      for case let file as URL in try XCTUnwrap(files) where file.pathExtension == "swift" {
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        where line.contains("public") || line.contains("open ") || line.hasPrefix("  var ") {
          names.formUnion(line.matches(of: declaration).map { String($0.output.1) })
        }
      }
    }
    let generated = repository.appending(path: "Sources/BankModel/Generated/Bank.swift")
    let words = try String(contentsOf: generated, encoding: .utf8).split {
      !($0.isLetter || $0.isNumber || $0 == "_")
    }
    names.formUnion(words.map(String.init).filter { $0.first?.isNumber == false })
    return names.subtracting(["_"]).sorted()
  }
}
