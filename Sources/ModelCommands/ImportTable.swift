/// The rows of an imported file, in any format.
struct ImportTable {
  /// The text of a field in an imported file.
  struct Value {
    let field: FormField
    let text: String
    /// True if the file specifies that there is no value; an empty CSV field
    /// specifies nothing.
    var isNull = false
    /// True if the file contains a string, which is a value even if it is
    /// empty.
    var isText = false
  }

  /// An object in an imported file.
  struct Row {
    let screens: EntityScreens
    /// The number of the object's line, counted from 1.
    let line: Int
    /// The name of the object in messages; empty if the line is sufficient.
    var name = ""
    /// The ID with which other objects in the file refer to this object; nil if
    /// it has none.
    var id: String?
    var values: [Value] = []
  }

  var rows: [Row] = []
  var notes: [String] = []
  /// True if the file contains the data of a whole application, in which links
  /// are IDs of the file.
  var isWhole = false
  private var problems: [ImportError.Problem] = []

  /// Reads CSV with a header line, or JSON.
  ///
  /// - Throws: `ImportError` with all problems in the file.
  init(
    _ bytes: [UInt8], name: String, of screens: EntityScreens, in catalog: ScreenCatalog
  ) throws(ImportError) {
    let first = bytes.first { !" \t\r\n\u{FEFF}".utf8.contains($0) }
    if first == UInt8(ascii: "[") || first == UInt8(ascii: "{") {
      try readJSON(bytes, name, screens, catalog)
    } else {
      try readCSV(try CSVTable(bytes, name: name), screens, catalog)
    }
    guard problems.isEmpty else { throw ImportError(file: name, problems: problems) }
  }

  // MARK: CSV

  private mutating func readCSV(
    _ table: CSVTable, _ screens: EntityScreens, _ catalog: ScreenCatalog
  ) throws(ImportError) {
    notes = table.notes
    let edits = ObjectEdits(catalog: catalog, screens: screens)
    var fields: [FormField] = []
    for heading in table.header.fields.map({ $0.trimmingCharacters(in: .whitespaces) }) {
      do {
        let titled = screens.allFields.first {
          screens.title(of: $0).lowercased() == heading.lowercased()
        }
        let field = try titled ?? edits.field(heading)
        guard !fields.contains(where: { $0.name == field.name }) else {
          throw CommandError("'\(heading)' stands there twice")
        }
        fields.append(field)
      } catch {
        problems.append(.init(table.header.line, "\(error)"))
      }
    }
    if fields.isEmpty, problems.count > 1 {
      // Without this, a list without a header line would cause an error for
      // each value in its first row.
      let known = screens.allFields.map(\.shortName).joined(separator: ", ")
      problems = [
        .init(
          table.header.line,
          "the first line names no field of a \(screens.noun.lowercased()); it has to be a header "
            + "line of these: \(known)")
      ]
    }
    guard problems.isEmpty else { return }
    try table.forEachRow { row in
      let values = zip(fields, row.texts).map { Value(field: $0, text: $1) }
      rows.append(Row(screens: screens, line: row.line, values: values))
    }
  }

  // MARK: JSON

  private mutating func readJSON(
    _ bytes: [UInt8], _ name: String, _ screens: EntityScreens, _ catalog: ScreenCatalog
  ) throws(ImportError) {
    let data = Data(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes)
    let decoder = JSONDecoder()
    if let key = JSONTree.keepsDigits { decoder.userInfo[key] = true }
    guard let tree = try? decoder.decode(JSONTree.self, from: data) else {
      throw ImportError(file: name, problems: [.init(1, "the text is not JSON")])
    }
    switch tree {
    case .array(let objects): read(objects, screens, catalog, called: "object")
    case .object(let groups):
      isWhole = true
      for (word, objects) in groups.sorted(by: { $0.key < $1.key }) {
        guard let screens = catalog.entities.first(where: { $0.groupWord == word }),
          case .array(let objects) = objects
        else {
          problems.append(.init(1, "'\(word)' is no list of objects of the application"))
          continue
        }
        read(objects, screens, catalog, called: word)
      }
    case .null, .boolean, .integer, .number, .string: break
    }
  }

  private mutating func read(
    _ objects: [JSONTree], _ screens: EntityScreens, _ catalog: ScreenCatalog, called noun: String
  ) {
    let edits = ObjectEdits(catalog: catalog, screens: screens)
    for (place, object) in objects.enumerated() {
      let name = "\(noun) \(place + 1): "
      do {
        guard case .object(let members) = object else { throw CommandError("it is no object") }
        var row = Row(screens: screens, line: 1, name: name)
        for (key, value) in members.sorted(by: { $0.key < $1.key }) {
          if key == screens.idKey {
            row.id = value.string
          } else {
            let field = try edits.field(key)
            // Fields that can only be shown are written for readers, and are
            // not imported.
            guard field.isWritable || field.isAsked else { continue }
            guard !row.values.contains(where: { $0.field.name == field.name }) else {
              throw CommandError("'\(key)' stands there twice")
            }
            row.values.append(try Self.value(value, field))
          }
        }
        rows.append(row)
      } catch {
        problems.append(.init(1, "\(name)\(error)"))
      }
    }
  }

  private static func value(_ tree: JSONTree, _ field: FormField) throws -> Value {
    switch tree {
    case .null: return Value(field: field, text: "", isNull: true)
    case .boolean(let value): return Value(field: field, text: value.fieldText)
    case .integer(let value): return Value(field: field, text: "\(value)")
    case .number(let value): return Value(field: field, text: value.fieldText)
    // An empty string is a value, so new objects have no default in place of
    // it.
    case .string(let text):
      return Value(field: field, text: text, isNull: text.isEmpty, isText: true)
    case .array(let elements):
      guard field.isPicker else { break }
      let names = elements.compactMap(\.string)
      guard names.count == elements.count else { break }
      return Value(field: field, text: NameList.text(names), isNull: names.isEmpty)
    case .object: break
    }
    throw CommandError(
      "\(field.shortName): '\(String(decoding: tree.bytes, as: UTF8.self))' is no value")
  }
}
