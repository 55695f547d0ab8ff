/// Names that Swift or managed objects have for themselves.
package enum ImportedName {
  /// A text as a Swift name: what names cannot hold is left out or replaced.
  package static func identifier(_ text: String, otherwise other: String) -> String {
    let name = SwiftNames.identifier(text, otherwise: other)
    return PrintedName.isIdentifier(name) ? name : other
  }

  /// The name of an element that the language can write, in back-ticks where
  /// need be; nil for none.
  static func written(_ element: XMLElementNode) -> String? {
    element.filled("name").flatMap { name in
      name.contains { $0 == "`" || $0.isNewline || $0 == "\0" } ? nil : name
    }
  }

  /// The reason for leaving out an element without such a name.
  static func reason(_ what: String, _ element: XMLElementNode) -> String {
    guard let name = element.filled("name") else { return "\(what) without a name is left out" }
    return "\(what) is left out: no name can be '\(name)'"
  }

  /// The name in Swift of a property of a data model, before other properties
  /// are looked at.
  ///
  /// - Parameter classes: The names of the classes that have it, which it would hide.
  package static func property(_ name: String, of classes: Set<String> = []) -> String {
    let identifier = identifier(name, otherwise: "property")
    let plain = SpecialNames.replacement(for: identifier) ?? identifier
    return classes.contains(plain) ? SpecialNames.lowerCamel(plain) : plain
  }

  /// The name of a class without its module.
  static func bareClass(_ name: String) -> String {
    name.split(separator: ".").last.map(String.init) ?? ""
  }

  /// The name of an entity's class where its own would hide a type that
  /// generated code needs.
  package static func className(_ name: String, model: String) -> String? {
    if let owner = SpecialNames.hiding[name], owner != "ObjectiveC's" { return model + name }
    let own: Set = ["Type", "Self", "Protocol"]
    return own.contains(name) || SwiftNames.taken.contains(name) ? model + name : nil
  }

  /// A name that is not taken, made from one that may be.
  package static func free(_ name: String, isTaken: (String) -> Bool) -> String {
    guard isTaken(name) else { return name }
    return (2...).lazy.map { "\(name)\($0)" }.first { !isTaken($0) } ?? name
  }

  /// `name` as `Name`.
  static func capitalized(_ name: String) -> String {
    name.prefix(1).uppercased() + name.dropFirst()
  }
}
