internal import Foundation
internal import ModelRuntime
internal import ModelSchema
internal import ModelScreens

/// Brings the rows of a CSV file into a store: unknown objects are added, known
/// ones updated by a unique field.
struct TableImport {
  let catalog: ScreenCatalog
  let screens: EntityScreens

  /// Imports a file in one transaction.
  ///
  /// - Throws: `ImportError` with everything that is wrong, `StoreError`,
  ///   `ValidationErrors`; nothing is imported then.
  func run(
    _ bytes: [UInt8], name: String, in context: ManagedObjectContext
  ) throws -> ImportReport {
    let table = try CSVTable(bytes, name: name)
    let fields = try columns(table.header, name)
    var report = ImportReport()
    report.notes = table.notes
    do {
      try table.forEachRow { try take(Array(zip(fields, $0.fields)), &report, in: context) }
      try context.save()
    } catch {
      let told = catalog.told(error, in: context)
      context.rollback()
      throw told
    }
    return report
  }

  /// The fields of a header: by their titles, or by their names.
  private func columns(_ header: CSVReader.Row, _ name: String) throws -> [FormField] {
    let edits = ObjectEdits(catalog: catalog, screens: screens)
    var fields: [FormField] = []
    var problems: [ImportError.Problem] = []
    for heading in header.fields.map({ $0.trimmingCharacters(in: .whitespaces) }) {
      do {
        let titled = screens.allFields.first {
          screens.title(of: $0).lowercased() == heading.lowercased()
        }
        fields.append(try titled ?? edits.field(heading))
      } catch {
        problems.append(.init(header.line, "\(error)"))
      }
    }
    guard problems.isEmpty else { throw ImportError(file: name, problems: problems) }
    return fields
  }

  private func take(
    _ values: [(FormField, String)], _ report: inout ImportReport, in context: ManagedObjectContext
  ) throws {
    let edits = ObjectEdits(catalog: catalog, screens: screens)
    let finder = ObjectFinder(catalog: catalog, context: context)
    let unique = values.first { screens.uniqueNames.contains($0.0.name) && !$0.1.isEmpty }
    if let unique, let known = try? finder.object(unique.1, of: screens) {
      let changed = values.filter { field, text in
        field.isWritable && finder.isOther(text, field, known, catalog)
      }
      try edits.apply(changed, to: known, in: context)
      if changed.isEmpty { report.unchanged += 1 } else { report.updated += 1 }
    } else {
      // An empty field is the default of new objects.
      _ = try edits.add(values.filter { !$0.1.isEmpty }, in: context)
      report.inserted += 1
    }
  }
}

extension ObjectFinder {
  /// Whether a text says something else than what an object has.
  fileprivate func isOther(
    _ text: String, _ field: FormField, _ object: ManagedObject, _ catalog: ScreenCatalog
  ) -> Bool {
    guard field.kind.entityName != nil else { return text != field.text(object) }
    let titles = field.related(object).map { catalog.row($0).title }
    let names = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    if case .toMany(_, isOrdered: true) = field.kind { return names != titles }
    return Set(names) != Set(titles)
  }
}

/// What an import did.
public struct ImportReport: Sendable, Hashable {
  /// How many objects were new.
  public var inserted: Int
  /// How many known objects had other values.
  public var updated: Int
  /// How many known objects had the same values.
  public var unchanged: Int

  /// What was assumed to read the file, a sentence each.
  public var notes: [String] = []

  /// A report of an import.
  public init(inserted: Int = 0, updated: Int = 0, unchanged: Int = 0) {
    (self.inserted, self.updated, self.unchanged) = (inserted, updated, unchanged)
  }

  /// A sentence about the import.
  public func text(_ plural: String, _ noun: String) -> String {
    let total = inserted + updated + unchanged
    let read = "\(total) \(total == 1 ? noun : plural) read"
    guard inserted + updated > 0 else { return "\(read), nothing changed" }
    return "\(read): \(inserted) new, \(updated) updated, \(unchanged) unchanged"
  }

  /// The notes about a file with its name, and the sentence.
  public func lines(_ plural: String, _ noun: String, of file: String) -> String {
    notes.map { "\(file): note: \($0)\n" }.joined() + text(plural, noun) + "\n"
  }

  /// The report as JSON.
  public var json: String {
    "{\"inserted\": \(inserted), \"updated\": \(updated), \"unchanged\": \(unchanged), "
      + "\"notes\": [\(notes.map(JSONText.string).joined(separator: ", "))]}\n"
  }
}
