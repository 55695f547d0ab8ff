import Foundation
import ModelRuntime
import ModelSQLite
import ModelSchema
import TestSupport
import XCTest

@testable import ModelGenerator
@testable import ModelstoreCommands

/// The generated code of pulled models compiles, and reads every row of the database, value
/// by value.
final class PulledCodeTests: StoreTestCase {
  private static let small = """
    CREATE TABLE authors (id INTEGER PRIMARY KEY, name TEXT NOT NULL, born DATE, "class" TEXT);
    CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT NOT NULL, price DECIMAL(8, 2),
      in_print BOOLEAN DEFAULT 1, cover BLOB, weight REAL, author_id INT REFERENCES authors);
    CREATE TABLE genres (id INTEGER PRIMARY KEY, label TEXT UNIQUE);
    CREATE TABLE book_genres (book_id INT REFERENCES books, genre_id INT REFERENCES genres,
      PRIMARY KEY (book_id, genre_id));
    INSERT INTO authors VALUES (1, 'Ann', '1970-01-02', NULL), (2, 'Bob "B"', NULL, 'x');
    INSERT INTO books VALUES (1, 'One', 9.95, 1, x'00ff', 0.5, 1), (2, 'Two', NULL, 0, NULL, 2, 2),
      (3, 'Three', 10, NULL, x'', NULL, NULL);
    INSERT INTO genres VALUES (1, 'prose'), (2, 'verse');
    INSERT INTO book_genres VALUES (1, 1), (1, 2), (2, 2);
    """

  func testCodeOfASmallDatabase() throws {
    let connection = try Connection(path: path("Small.db"))
    try connection.execute(Self.small)
    try check("Small")
  }

  /// This takes minutes, so it only runs in `make check`.
  func testCodeOfWellKnownDatabases() throws {
    guard TestRun.isLong else {
      throw XCTSkip("set MODEL_LONG_CHECKS to compile the code of three databases")
    }
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    for name in ["Chinook", "Northwind", "Sakila"] {
      let connection = try Connection(path: path("\(name).db"))
      try connection.execute(
        String(contentsOf: folder.appending(path: "Databases/\(name).sql"), encoding: .utf8))
      try check(name)
    }
  }

  private func check(_ name: String) throws {
    let program: RuntimeProgram
    do {
      program = try RuntimeProgram()
    } catch let error as ProgramCompiler.Missing {
      throw XCTSkip(error.message)
    }
    let text = try run("pull", path("\(name).db"))
    let file = try write(text, to: "\(name).model")
    try run("import-sqlite", path("\(name).db"), path("\(name).sqlite"), "--model", file)
    let model = try model(text)
    let own = folder.file("code \(name)")
    try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
    let sources =
      [("Reader.swift", Self.reader(model))]
      + (try SwiftGenerator().files(for: model).map { ($0.path, $0.text) })
    let built = try program.build(sources, in: own)
    XCTAssertEqual(built.status, 0, "\(name):\n\(built.text)")
    guard built.status == 0 else { return }
    let read = try program.run([path("\(name).sqlite")], in: own)
    XCTAssertEqual(read.status, 0, read.text)
    let expected = try rows(of: path("\(name).db"), model)
    XCTAssertGreaterThan(expected.count, 5, name)
    XCTAssertEqual(read.text.split(separator: "\n").map(String.init).sorted(), expected, name)
  }

  /// The source of a function that describes a value, which the test and the program use.
  private static let words = """
    func words(_ value: Any?) -> String {
      switch value {
      case nil: "nil"
      case let value as Date: "\\(value.timeIntervalSinceReferenceDate)"
      case let value as Data: value.base64EncodedString()
      case let value?: "\\(value)".debugDescription
      }
    }
    """

  private func words(_ value: Any?) -> String {
    switch value {
    case nil: "nil"
    case let value as Date: "\(value.timeIntervalSinceReferenceDate)"
    case let value as Data: value.base64EncodedString()
    case let value?: "\(value)".debugDescription
    }
  }

  /// The source of a program that prints each object by the properties of its class.
  private static func reader(_ model: ManagedObjectModel) -> String {
    let loops = model.entities.map { entity in
      let values = entity.attributes.filter(isCompared).map { attribute in
        "words(object.\(SwiftName.escaped(attribute.name)))"
      }
      return """
            for object in try context.fetch(\(entity.className ?? entity.name).all) {
              let values: [String] = [\(values.joined(separator: ", "))]
              print("\(entity.name)", values.joined(separator: "|"))
            }
        """
    }
    return """
      import Foundation
      import ModelRuntime

      \(words)

      @main
      enum Program {
        static func main() throws {
          let url = URL(filePath: CommandLine.arguments[1])
          let container = try PersistentContainer(
            .\(SwiftName.lowerCamel(model.name)), configuration: StoreConfiguration(url: url))
          let context = try container.makeContext()
      \(loops.joined(separator: "\n"))
        }
      }

      """
  }

  /// True if an attribute is compared. JSON is not, because its text may differ.
  private static func isCompared(_ attribute: AttributeDescription) -> Bool {
    attribute.type != .json
  }

  /// The rows of the database, in the format that the program prints.
  private func rows(of source: String, _ model: ManagedObjectModel) throws -> [String] {
    let database = try ForeignDatabase(source)
    var lines: [String] = []
    for entity in model.entities {
      let table = try XCTUnwrap(entity.userInfo[PulledInfo.table])
      let attributes = entity.attributes.filter(Self.isCompared)
      let columns = attributes.map {
        ForeignDatabase.quoted($0.userInfo[PulledInfo.column] ?? $0.name)
      }
      let list = columns.isEmpty ? "NULL" : columns.joined(separator: ", ")
      try database.rows("SELECT \(list) FROM \(ForeignDatabase.quoted(table))") { row in
        let values = attributes.enumerated().map { place, attribute in
          let form = attribute.userInfo[PulledInfo.dates].flatMap(DateForm.init) ?? .text
          return words(attribute.type.value(of: row.storedValue(Int32(place)), dates: form))
        }
        lines.append("\(entity.name) \(values.joined(separator: "|"))")
      }
    }
    return lines.sorted()
  }
}
