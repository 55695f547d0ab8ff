/// Creates names that are allowed in Swift and for managed objects.
package enum ImportedName {
  /// Returns a string as a Swift name, without characters that names cannot
  /// contain.
  package static func identifier(_ text: String, otherwise other: String) -> String {
    let name = SwiftNames.identifier(text, otherwise: other)
    return PrintedName.isIdentifier(name) ? name : other
  }

  /// Returns the name of an element, or nil if it cannot be written in the
  /// language, not even in back-ticks.
  static func written(_ element: XMLElementNode) -> String? {
    element.filled("name").flatMap { name in
      name.contains { $0 == "`" || $0.isNewline || $0 == "\0" } ? nil : name
    }
  }

  /// Returns the warning about an element whose name cannot be written.
  static func reason(_ what: String, _ element: XMLElementNode) -> String {
    guard let name = element.filled("name") else { return "\(what) without a name is left out" }
    return "\(what) is left out: no name can be '\(name)'"
  }

  /// Returns the Swift name for a property of a data model, regardless of other
  /// properties.
  ///
  /// - Parameter classes: The names of the classes that have the property. A
  ///   property with the same name would hide them.
  package static func property(_ name: String, of classes: Set<String> = []) -> String {
    let identifier = identifier(name, otherwise: "property")
    let plain = SpecialNames.replacement(for: identifier) ?? identifier
    return classes.contains(plain) ? SpecialNames.lowerCamel(plain) : plain
  }

  /// Returns the name of a class without its module.
  static func bareClass(_ name: String) -> String {
    name.split(separator: ".").last.map(String.init) ?? ""
  }

  /// Returns a different name for an entity's class if its own name would hide
  /// a type that generated code needs; otherwise nil.
  package static func className(_ name: String, model: String) -> String? {
    if let owner = SpecialNames.hiding[name], owner != "ObjectiveC's" { return model + name }
    let own: Set = ["Type", "Self", "Protocol"]
    return own.contains(name) || SwiftNames.taken.contains(name) ? model + name : nil
  }

  /// Returns a name that is not taken, with an added number if necessary.
  package static func free(_ name: String, isTaken: (String) -> Bool) -> String {
    guard isTaken(name) else { return name }
    return (2...).lazy.map { "\(name)\($0)" }.first { !isTaken($0) } ?? name
  }

  /// Returns the name with a capital first letter.
  static func capitalized(_ name: String) -> String {
    name.prefix(1).uppercased() + name.dropFirst()
  }
}
