/// Names that have a special meaning in Swift or in managed objects.
enum SpecialNames {
  /// Names that a property cannot have, each with a replacement.
  static let reserved = [
    "description": "summary",
    "debugDescription": "details",
    "hash": "checksum",
    "hashValue": "checksum",
    "objectID": "identifier",
    "context": "surroundings",
    "managedObjectContext": "surroundings",
    "entity": "kind",
    "isFault": "isMissing",
    "isInserted": "isNew",
    "isUpdated": "isEdited",
    "isDeleted": "isRemoved",
    "isInaccessible": "isLost",
    "accessError": "failure",
    "hasChanges": "isEdited",
    "hasPersistentChangedValues": "isEdited",
    "entityName": "kind",
    "predicateObjectID": "identifier",
    "predicateExpression": "expression",
    "_batch": "batch",
    "_key": "key",
    "_changes": "changes",
    "_flags": "flags",
    "_version": "version",
    "_awake": "awake",
    "_copyValues": "copyValues",
    "fields": "fieldList",
    "_isGuarded": "isGuarded",
    "none": "nothing",
    "some": "something",
    "predicateTypeName": "kind",
    "storedValues": "contents",
    "ID": "identifier",
    "Key": "key",
    "Values": "contents",
    "Snapshot": "snapshot",
    "Hooks": "hooks",
    "customMirror": "mirror",
    "Self": "me",
    "self": "me",
    "nil": "nothing",
    "true": "isTrue",
    "false": "isFalse",
    "_": "blank",
    "init": "start",
    "Type": "type",
    "Protocol": "protocolName",
  ]

  /// The name that a case of an enumeration cannot have, because generated code
  /// declares a property with this name.
  static let reservedCase = "rawValueKeyPath"

  /// Returns the replacement for a name that a property cannot have, or nil for an
  /// allowed name.
  ///
  /// A property `Date` would hide the type `Date` in its scope.
  static func replacement(for name: String) -> String? {
    if let other = reserved[name] { return other }
    return isNamedType(name) ? lowerCamel(name) : nil
  }

  /// Returns whether generated code uses a type with the given name together
  /// with the properties.
  private static func isNamedType(_ name: String) -> Bool {
    SwiftNames.taken.contains(name) || ValueClass.scalars.contains(name)
      || ["Any", "Set", "FoundationArchive"].contains(name)
  }

  /// Returns the name in lower camel case: `fetchRequest` for `FetchRequest`,
  /// `url` for `URL`.
  static func lowerCamel(_ name: String) -> String {
    let capitals = name.prefix(while: \.isUppercase).count
    let isWord = name.dropFirst(capitals).first?.isLowercase == true
    let count = isWord ? max(capitals - 1, 1) : capitals
    let lower = name.prefix(count).lowercased() + name.dropFirst(count)
    return reserved[lower] ?? lower
  }

  /// Returns the reason why a property cannot have a name, as the end of a message.
  /// Swift reserves some names even in back-ticks.
  static func reason(_ name: String) -> String {
    let owner =
      switch name {
      case "Self", "self", "nil", "true", "false", "_", "init", "Type", "Protocol":
        "it means something else in Swift"
      case "none", "some": "every optional value already has one"
      case _ where reserved[name] == nil: "generated code names a type so"
      default: "every managed object already has one"
      }
    return "cannot name a property: \(owner)"
  }

  /// Types that a class with the same name would hide, each with its framework
  /// or library.
  static let hiding = [
    "Task": "Swift's", "Set": "Swift's", "Error": "Swift's", "Result": "Swift's",
    "String": "Swift's", "Bool": "Swift's", "Double": "Swift's",
    "Float": "Swift's", "Int16": "Swift's", "Int32": "Swift's", "Int64": "Swift's",
    "Array": "Swift's", "Dictionary": "Swift's", "Optional": "Swift's", "Any": "Swift's",
    "AnyObject": "Swift's",
    "Character": "Swift's", "Never": "Swift's", "Actor": "Swift's", "Sendable": "Swift's",
    "Hashable": "Swift's", "Equatable": "Swift's", "Codable": "Swift's",
    "Identifiable": "Swift's", "Collection": "Swift's", "Sequence": "Swift's",
    "Data": "Foundation's", "Date": "Foundation's", "Notification": "Foundation's",
    "URL": "Foundation's", "UUID": "Foundation's", "Decimal": "Foundation's",
    "Predicate": "Foundation's", "Operation": "Foundation's", "Thread": "Foundation's",
    "Timer": "Foundation's", "Process": "Foundation's", "Bundle": "Foundation's",
    "Locale": "Foundation's", "Calendar": "Foundation's", "Unit": "Foundation's",
    "Measurement": "Foundation's",
    "Category": "ObjectiveC's",
  ]
}

/// Reports names that have a different meaning in generated code.
struct SpecialNameCheck: CheckPass {
  let symbols: SymbolTable

  /// Reports a property name that is already used by Swift or by every managed
  /// object.
  ///
  /// - Parameter span: The whole declaration of the property.
  func checkReserved(_ name: NameSyntax, of type: TypeSyntax?, in span: Span) {
    guard let other = SpecialNames.replacement(for: name.text) else { return }
    let column = "@column(\"\(name.text)\")"
    diagnostics.add(
      SourceDiagnostic(
        .reservedName, "'\(name.text)' \(SpecialNames.reason(name.text))", at: name.span
      ).fix(
        "pick another Swift name and keep the column: "
          + "'var \(other): \(type?.text ?? "String") \(column)'"
      ).choice([
        .init(span: name.span, replacement: other),
        .init(span: span.behind, replacement: " " + column),
      ]))
  }

  /// Reports a case that generated code could not declare, and warns about a case
  /// that Swift would confuse with a case of `Optional`.
  func checkCase(_ name: NameSyntax, of enumeration: String) {
    if name.text == SpecialNames.reservedCase {
      report(
        .reservedName, "'\(name.text)' cannot name a case: generated code names a member so",
        at: name.span)
    }
    guard name.text == "none" || name.text == "some" else { return }
    report(
      .hidingName,
      "'.\(name.text)' of an optional is \(name.text == "none" ? "nil" : "Swift's own case"), not "
        + "this case; in Swift write '\(enumeration).\(name.text)', or call it otherwise",
      at: name.span)
  }

  /// Warns about a class that would hide a well-known type.
  func checkHiding(_ entity: EntitySymbol) {
    let name = entity.description.className ?? entity.name
    // The generator rejects names that it uses itself.
    guard let owner = SpecialNames.hiding[name], !SwiftNames.taken.contains(name) else { return }
    let place = owner == "ObjectiveC's" ? " on Apple platforms" : " in its module"
    report(
      .hidingName, "a class '\(name)' hides \(owner) '\(name)'\(place)",
      at: entity.syntax.name.span
    ) {
      $0.fix("keep the entity and name its class: '@class(\"\(symbols.model.name)\(name)\")'")
        .choice(entity.syntax.name.span.behind, " @class(\"\(symbols.model.name)\(name)\")")
    }
  }
}

extension TypeSyntax {
  /// The type as source text, such as `Set<Tag>?`.
  fileprivate var text: String {
    let text =
      switch kind {
      case .missing: "String"
      case .named(let names, let argument):
        names.map(\.text).joined(separator: ".") + (argument.map { "<\($0.text)>" } ?? "")
      case .array(let element): "[\(element.text)]"
      }
    return text + (isOptional ? "?" : "")
  }
}
