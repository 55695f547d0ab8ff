import Foundation
import TestSupport
import XCTest

@testable import ModelgenCommands

/// Data models of public projects in `../shared/apple`. The code that is generated from the
/// bundle and from its text contains all versions, and compiles.
///
/// `make test` compiles a few of them, and the long checks compile all.
final class AppleModelTests: ToolTestCase {

  private func bundles() throws -> [URL] {
    guard let apple = SharedFiles.url("apple") else { throw XCTSkip("there is no ../shared/apple") }
    let files = FileManager.default
    let folders = try files.contentsOfDirectory(at: apple, includingPropertiesForKeys: nil)
    return try folders.filter(\.hasDirectoryPath).flatMap {
      try files.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil)
    }
    .filter { $0.pathExtension == "xcdatamodeld" }.sorted { $0.path < $1.path }
  }

  private func versionCount(_ bundle: URL) throws -> Int {
    try FileManager.default.contentsOfDirectory(at: bundle, includingPropertiesForKeys: nil)
      .count { $0.pathExtension == "xcdatamodel" }
  }

  func testCodeHoldsAllVersions() throws {
    for bundle in try bundles() {
      let name = bundle.deletingPathExtension().lastPathComponent
      let path = bundle.path(percentEncoded: false)
      let outcome = run([path, "--output", "\(name)/direct"])
      XCTAssertEqual(outcome.status, .success, "\(name): \(outcome.errors)")
      let code = try XCTUnwrap(text("\(name)/direct/\(name).swift"))
      let count = code.components(separatedBy: "as it was released").count
      XCTAssertEqual(count, try versionCount(bundle), name)
      try checkText(path, name)
    }
  }

  /// Checks that the text of a data model gives the same code as the data model.
  private func checkText(_ path: String, _ name: String) throws {
    guard try TestRun.isLong || versionCount(URL(filePath: path)) < 7 else { return }
    let converted = run(["convert", path, "\(name).model"])
    XCTAssertEqual(converted.status, .success, "\(name): \(converted.errors)")
    let outcome = run("\(name).model --output \(name)/text")
    XCTAssertEqual(outcome.status, .success, "\(name): \(outcome.errors)")
    let lines = try ["direct", "text"].map { try XCTUnwrap(text("\(name)/\($0)/\(name).swift")) }
      .map { $0.split(separator: "\n").dropFirst() }
    XCTAssertTrue(lines[0] == lines[1], name)
  }

  /// Where Xcode's editor shows an entity is no difference.
  func testAMovedBoxIsNoDifference() throws {
    let entity = "<entity name='Bank'><attribute name='name' attributeType='String'/></entity>"
    for (name, position) in [("Old", "-63"), ("New", "128")] {
      try write(
        """
        <model type="com.apple.IDECoreDataModeler.DataModel">\(entity)<elements>
        <element name="Bank" positionX="\(position)" positionY="0" width="128" height="44"/>
        </elements></model>
        """, "\(name)/Bank.xcdatamodel/contents")
    }
    let outcome = run(["diff", "Old/Bank.xcdatamodel", "New/Bank.xcdatamodel"])
    XCTAssertEqual(outcome.output, "")
    XCTAssertEqual(outcome.errors, "")
  }

  func testCompiledModelsAreTheSame() throws {
    guard let ledger = SharedFiles.url("apple/ledger") else {
      throw XCTSkip("there is no ../shared/apple")
    }
    let path = ledger.path(percentEncoded: false) + "/SampleModel"
    for version in ["SampleModel", "SampleModel2", "SampleModel3"] {
      let outcome = run([
        "diff", "\(path).momd/\(version).mom", "\(path).xcdatamodeld/\(version).xcdatamodel",
      ])
      // A compiled model contains neither the class of a transformable nor the order of
      // properties.
      let lines = outcome.output.split(separator: "\n").filter {
        !$0.contains("color: Data") && $0 != "~ entity Car" && !$0.contains("~ order of properties")
      }
      XCTAssertEqual(Self.differences(lines), [], version)
      XCTAssertEqual(outcome.errors, "", version)
    }
    XCTAssertEqual(run(["\(path).momd", "--output", "Compiled"]).status, .success)
    XCTAssertEqual(run(["\(path).xcdatamodeld", "--output", "Source"]).status, .success)
    for name in ["sampleModelVersion1", "sampleModelVersion2"] {
      XCTAssertEqual(text("Compiled/SampleModel.swift")?.contains(name), true)
    }
  }

  /// The lines of a difference without the hints of Xcode's editor, which are not compiled.
  /// If there are no other lines, the models are equal.
  private static func differences(_ lines: [Substring]) -> [String] {
    var isLess: [String: Int] = [:]
    var others: [String] = []
    for (line, next) in zip(lines, lines.dropFirst() + [""]) {
      let text = line.drop { $0 == " " }
      switch text.prefix(2) {
      case "+ ", "- ":
        let declaration = String(text.dropFirst(2))
          .replacing(#/ @info\((?:"xcode\.[^)]*)\)/#, with: "")
        isLess[declaration, default: 0] += text.hasPrefix("+") ? 1 : -1
      case "~ " where next.prefix { $0 == " " }.count > line.count - text.count: break
      default: others.append(String(line))
      }
    }
    return others + isLess.filter { $0.value != 0 }.keys.sorted()
  }

  func testTheFormThatLoadsFasterIsNamed() throws {
    try write(Data("momv2$srsr".utf8), "Bank.momd/Bank.omo")
    for command in ["show", "validate", "generate", "convert"] {
      XCTAssertEqual(
        run("\(command) Bank.momd/Bank.omo").errors.split(separator: "\n"),
        [
          "error: 'Bank.momd/Bank.omo' is the form of a compiled model that Core Data loads faster, "
            + "and cannot be read",
          "fix: name the '.mom' beside it, which says the same, or the '.momd' folder",
        ], command)
    }
  }

  func testDamagedCompiledModelsAreSaid() throws {
    guard let url = SharedFiles.url("apple/ledger/SampleModel.momd/SampleModel.mom") else {
      throw XCTSkip("there is no ../shared/apple")
    }
    let bytes = try Data(contentsOf: url)
    var random = RandomSource(seed: 7)
    for round in 0..<400 {
      var damaged = bytes
      for _ in 0...Int.random(in: 0..<6, using: &random) {
        let index = Int.random(in: 0..<damaged.count, using: &random)
        damaged[index] = UInt8.random(in: 0...255, using: &random)
      }
      if round.isMultiple(of: 3) { damaged = damaged.prefix(round * 9 + 1) }
      try write(damaged, "Damaged.mom")
      // The command prints a result or an error.
      let outcome = run("show Damaged.mom")
      XCTAssertTrue(!outcome.output.isEmpty || !outcome.errors.isEmpty, "\(round)")
    }
  }

  func testCodeCompiles() throws {
    let compiler = try orSkip { try ProgramCompiler() }
    let few = ["UnCloudNotesDataModel", "SampleModel"]
    for bundle in try bundles() {
      let name = bundle.deletingPathExtension().lastPathComponent
      guard TestRun.isLong || few.contains(name) else { continue }
      try check(bundle.path(percentEncoded: false), name, compiler)
    }
  }

  func testCodeOfHardNamesCompiles() throws {
    let compiler = try orSkip { try ProgramCompiler() }
    try write(HardDataModel().text, "Hard.xcdatamodeld/Hard.xcdatamodel/contents")
    try check("Hard.xcdatamodeld", "Hard", compiler)
    for name in ["../../x.swift", "thing(evil()).swift"] { XCTAssertNil(text("Hard/" + name)) }
  }

  private func check(_ path: String, _ name: String, _ compiler: ProgramCompiler) throws {
    let outcome = run([path, "--output", name])
    XCTAssertEqual(outcome.status, .success, "\(name): \(outcome.errors)")
    try write(try ownTypes(of: path, name), "\(name)/Own.swift")
    let sources = try FileManager.default.contentsOfDirectory(atPath: self.path(name)).sorted()
    XCTAssertEqual(sources, ["\(name).swift", "Own.swift"].sorted(), name)
    let built = try compiler.run(
      ["-typecheck", "-warnings-as-errors", "-package-name", "programs"]
        + sources.map { self.path("\(name)/\($0)") })
    XCTAssertEqual(built.status, 0, "\(name): \(built.text.prefix(4000))")
  }

  /// The source of the types and transformers that the import asks for.
  private func ownTypes(of path: String, _ name: String) throws -> String {
    XCTAssertEqual(run(["convert", path, "\(name)/\(name).model"]).status, .success)
    let model = try XCTUnwrap(text("\(name)/\(name).model"))
    try FileManager.default.removeItem(atPath: self.path("\(name)/\(name).model"))
    try? FileManager.default.removeItem(atPath: self.path("\(name)/\(name).versions"))
    let pairs = model.matches(of: /@swift\("([^"]+)", by: "([^"]+)"\)/)
      .map { (type: String($0.1), transformer: String($0.2)) }
      .filter { !$0.transformer.hasPrefix("NS") }
    let types = Set(pairs.map(\.type).filter { !$0.hasPrefix("[") }).sorted().map {
      "struct \($0): Hashable, Codable, Sendable, BlankInitializable { init() {} }"
    }
    let transformers = Dictionary(pairs.map { ($0.transformer, $0.type) }) { one, _ in one }
    return "import Foundation\nimport ModelRuntime\n" + types.joined(separator: "\n") + "\n"
      + transformers.sorted { $0.key < $1.key }.map { transformer, type in
        """
        enum \(transformer): ModelRuntime.ValueTransformer {
          static func data(from value: \(type)) -> Data { Data() }
          static func value(from data: Data) -> \(type)? { nil }
        }

        """
      }.joined()
  }

  private func orSkip<Value>(_ make: () throws -> Value) throws -> Value {
    do {
      return try make()
    } catch let error as ProgramCompiler.Missing {
      throw XCTSkip(error.message)
    }
  }
}

/// A data model with names of Swift, Foundation, the runtime and generated code, and with
/// names that are not identifiers.
struct HardDataModel {
  private let entities = [
    "String", "Set", "Any", "Task", "Result", "Void", "Object", "Key", "Values", "Hooks",
    "ManagedObject", "ManagedObjectModel", "FetchRequest", "Condition", "url", "URL", "Url", "all",
    "hard", "hardVersion1", "class", "self", "Type", "a b", "ab", "thing(evil())", "../../x",
    "Column", "AnyObject", "Element", "9lives", "emoji😀", "a-b", "x\\(y)", "Ünï cödé", "名前",
  ]
  private let properties = [
    "class", "self", "init", "none", "some", "description", "hash", "objectID", "context", "_batch",
    "predicateExpression", "values", "key", "all", "ab", "a b", "1st", "x.y", "\\(evil())", "名",
    "where", "Type", "default", "row", "old", "first", "count", "in", "await", "ID", "Protocol",
    "Element", "identifier", "hashValue", "debugDescription", "isEqual", "objectWillChange",
    "accessError", "lastName",
  ]
  /// Names that apps give to transient attributes, and that the runtime uses with an
  /// underscore.
  private let transients = ["version", "flags", "changes", "object", "reading", "relate", "write"]
  /// The types that generated code uses, and classes of the model.
  private let types = [
    "Date", "Data", "URL", "UUID", "Int", "String", "Bool", "Decimal", "Double", "Any", "Row",
    "Reference", "PropertySet", "Set", "Fine", "Shared", "Last", "Column",
  ]
  private let classes = [
    "", ".Dataset", "Dataset.", "Core.Wrapper", ".", "Any", "NSArray", "[Int64]",
    "[String: [Date]]",
    "Set&lt;UUID&gt;", "UIColor", "Fine", "A B", "[Any]", "Foundation.URL", "Item?", "Error",
  ]

  var text: String {
    let names =
      properties.map { attribute($0, "String") }.joined()
      + transients.map { attribute($0, "Integer 32", "transient='YES'") }.joined()
      + types.indices.map { attribute(types[$0], Self.stored[$0 % Self.stored.count]) }.joined()
    let values = classes.enumerated().map { index, name in
      ["YES", "NO"].map { optional in
        "<attribute name='t\(index)\(optional)' attributeType='Transformable' optional='\(optional)' "
          + "valueTransformerName='T\(index)' customClassName='\(name)'/>"
      }.joined()
    }.joined()
    let all = entities.enumerated().map { index, name in
      "<entity name='\(name)' representedClassName='\(name)'>\(index % 9 == 0 ? names : "")"
        + "<relationship name='to' optional='YES' maxCount='1' destinationEntity='Last' "
        + "inverseName='r\(index)' inverseEntity='Last'/></entity>"
    }
    let back = entities.enumerated().map { index, name in
      "<relationship name='r\(index)' optional='YES' toMany='YES' destinationEntity='\(name)' "
        + "inverseName='to' inverseEntity='\(name)'/>"
    }
    return "<model>" + all.joined()
      + "<entity name='Last' representedClassName='Shared'>\(back.joined())</entity>"
      + "<entity name='Word' representedClassName='Word'>\(attribute("Word", "Date"))"
      + "<uniquenessConstraints>\(constraint("Word"))\(constraint("Word"))"
      + "</uniquenessConstraints></entity>"
      + "<entity name='Fine' representedClassName='Shared'>\(values)\(composites)</entity>"
      + "<composite name='Empty'/><composite name='a b'>\(attribute("x y", "Double"))</composite>"
      + "<composite name='Set'>\(attribute("x", "Double"))</composite>"
      + "<fetchRequest name='two words' entity='Last' predicateString='SELF == $self'/>"
      + "<fetchRequest name='init' entity='Last' predicateString='TRUEPREDICATE'/></model>"
  }

  private var composites: String {
    ["Empty", "a b", "Set"].enumerated().map { index, name in
      "<attribute name='c\(index)' optional='YES' attributeType='Composite' "
        + "compositeName='\(name)'/>"
    }.joined()
  }

  private static let stored = ["Date", "Binary", "UUID", "Decimal", "Integer 16", "String"]

  private func attribute(_ name: String, _ type: String, _ more: String = "") -> String {
    let optional = name.count.isMultiple(of: 2) ? "YES" : "NO"
    return "<attribute name='\(name)' optional='\(optional)' attributeType='\(type)' \(more)/>"
  }

  private func constraint(_ name: String) -> String {
    "<uniquenessConstraint><constraint value='\(name)'/></uniquenessConstraint>"
  }
}
