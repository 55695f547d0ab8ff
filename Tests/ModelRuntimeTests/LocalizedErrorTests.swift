import BankModel
import Foundation
import ModelGenerator
import ModelPredicates
import ModelSQLite
import ModelScreens
import ModelTerminal
import XCTest

@testable import ModelCommands
@testable import ModelRuntime
@testable import ModelSchema
@testable import ModelStorage

/// Alerts show the library's own text of an error.
final class LocalizedErrorTests: XCTestCase {
  /// The text contains the titles of objects and properties instead of class names and
  /// keys.
  func testTheLocalizedDescriptionIsForPeople() throws {
    let context = try PersistentContainer(.bank, configuration: .inMemory).makeContext()
    let bank = FailedBankInfo(in: context, name: "", city: "Macon", state: "GA")
    XCTAssertThrowsError(try context.save()) { error in
      XCTAssertTrue(error is ValidationError)
      XCTAssertEqual(error.localizedDescription, "bank: name is empty")
      XCTAssertEqual("\(error)", "FailedBankInfo p1: name is empty")
    }
    bank.name = "First\n\u{1B}Bank"
    XCTAssertEqual(bank.titleInMessages, "bank 'First Bank'")
    let failure = ValidationFailure(
      objectID: bank.objectID, entityName: "Pet", propertyName: "dailyFood", value: .double(1),
      rule: .tooSmall(.double(10)), message: nil, title: "pet 'Tom'", label: "daily food")
    XCTAssertEqual(
      ValidationError(failures: [failure]).localizedDescription,
      "pet 'Tom': daily food is less than 10")
  }

  func testTheLocalizedDescriptionIsTheDescription() throws {
    let nowhere = StoreConfiguration(url: URL(filePath: "/dev/null/Bank.sqlite"))
    XCTAssertThrowsError(try PersistentContainer(.bank, configuration: nowhere)) { error in
      XCTAssertTrue(error is StoreError)
      XCTAssertEqual(
        error.localizedDescription,
        "'/dev/null/Bank.sqlite' cannot be made: '/dev/null' is no folder; name another file")
    }
  }

  /// An error of each public type, with the text in an alert.
  private let samples: [String: (error: any Error, text: String)] = [
    "SQLiteError": (
      SQLiteError(extendedCode: 13, message: "database or disk is full"),
      "database or disk is full (SQLite error 13)"
    ),
    "TemplateError": (
      TemplateError(template: "a", line: 2, column: 3, reason: .unclosedTag),
      "a:2:3: error: this tag is never closed"
    ),
    "GenerationDiagnostic": (
      GenerationDiagnostic(place: "Bank", reason: .takenName("Row")),
      "error: 'Bank': generated code uses the name 'Row' itself; give it another one, an entity with "
        + "'@class(\"...\")'"
    ),
    "ImportError": (
      ImportError(file: "a.csv", problems: [.init(2, "no name")]), "a.csv:2: error: no name"
    ),
    "CSVReader.Problem": (
      CSVReader.Problem(line: 4, message: "the quote is never closed"),
      "line 4: the quote is never closed"
    ),
    "CommandError": (CommandError("there is no bank 'x'"), "there is no bank 'x'"),
    "CommandUsageError": (CommandUsageError("'list' takes no words"), "'list' takes no words"),
    "MappingDiagnostic": (
      MappingDiagnostic(
        kind: .typeChange, entityName: "Bank", message: "'Bank.zip' was a text", cure: "rename it",
        concernedEntities: []), "'Bank.zip' was a text; rename it"
    ),
    "NoMigrationPath": (
      NoMigrationPath(message: "there is no way", diagnostics: []), "there is no way"
    ),
    "ModelFileError": (
      ModelFileError(.empty, "the folder holds no model"), "the folder holds no model"
    ),
    "FieldError": (
      FieldError("'x' is not a day", label: "Close date"), "Close date: 'x' is not a day"
    ),
    "TerminalError": (
      TerminalError.notATerminal,
      "input and output are no terminal, so screens cannot be shown"
    ),
    "StoreError": (StoreError(.busy, "another program writes"), "another program writes"),
    "ValidationError": (
      ValidationError(failures: [
        ValidationFailure(
          objectID: ObjectID(store: UUID(), entityName: "Tag", key: 7), entityName: "Tag",
          propertyName: "name", value: .string(""), rule: .tooShort(1))
      ]), "Tag: name is empty"
    ),
    "MigrationError": (MigrationError(.cancelled, "it was stopped"), "it was stopped"),
    "ObjectPredicateError": (
      ObjectPredicateError(.unknownEntity("Bnak")), "the model has no entity 'Bnak'"
    ),
  ]

  /// A new error type without a localized description fails this test.
  func testEveryPublicErrorSpeaks() throws {
    let types = try Self.publicErrors()
    XCTAssertGreaterThan(types.count, 12)
    XCTAssertEqual(types.sorted(), samples.keys.sorted(), "a sample for each error of Sources")
    for (name, sample) in samples {
      XCTAssertEqual(
        String(reflecting: type(of: sample.error)).split(separator: ".").dropFirst()
          .joined(separator: "."), name)
      XCTAssertTrue(sample.error is any LocalizedError, name)
      XCTAssertEqual(sample.error.localizedDescription, sample.text, name)
    }
  }

  /// The names of the public types in `Sources` that conform to `Error`, in their
  /// declaration or an extension.
  private static func publicErrors() throws -> Set<String> {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources")
    var names: Set<String> = []
    let declaration = /^( *)public (?:indirect |final )*(?:struct|enum|class) (\w+)(?::(.*))?/
      .anchorsMatchLineEndings()
    let conformance = /^(?:public )?extension ([\w.]+):(.*Error.*)\{/.anchorsMatchLineEndings()
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      var outer = ""
      for match in text.matches(of: declaration) {
        if match.1.isEmpty { outer = String(match.2) }
        guard isError(match.3 ?? "") else { continue }
        names.insert(match.1.isEmpty ? String(match.2) : "\(outer).\(match.2)")
      }
      for match in text.matches(of: conformance) where isError(match.2) {
        names.insert(String(match.1))
      }
    }
    return names
  }

  private static func isError(_ inheritance: Substring) -> Bool {
    inheritance.split { !$0.isLetter }.contains { $0 == "Error" || $0 == "LocalizedError" }
  }
}
