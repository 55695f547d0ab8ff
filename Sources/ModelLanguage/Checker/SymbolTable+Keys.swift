extension SymbolTable {
  /// Returns the declaration of the name of a key in an entity or a composite,
  /// or nil if there is none.
  func declaration(of key: String, in owner: String) -> Span? {
    entities[owner]?.property(named: key)?.name.span
      ?? composites[owner]?.syntax.elements.first { $0.name.text == key }?.name.span
  }

  /// Adds to the name index the declarations of the names in a textual path
  /// such as `"a.b"`.
  func enterUses(ofPath text: String, at literal: Span, from type: ExpressionType) {
    guard let index = diagnostics.names else { return }
    var owner = type.ownerOfKeys
    var start = 0
    for name in text.split(separator: ".", omittingEmptySubsequences: false).map(String.init) {
      guard let current = owner, let declaration = declaration(of: name, in: current) else {
        return
      }
      let range = start..<start + name.utf8.count
      index.use(TextUse(literal: literal, range: range, declaration: declaration))
      owner = self.owner(behind: name, of: current)
      start = range.upperBound + 1
    }
  }

  /// Returns the entity or composite whose keys can follow a key, or nil for a
  /// key without further keys.
  func owner(behind key: String, of owner: String) -> String? {
    guard let property = entities[owner]?.property(named: key) else {
      return composites[owner]?.element(named: key).flatMap {
        ExpressionType.attribute($0.type).ownerOfKeys
      }
    }
    return property.destination?.name
      ?? property.attribute.flatMap { ExpressionType.attribute($0.type).ownerOfKeys }
  }
}

extension ExpressionType {
  /// The entity or composite that declares the keys of the type's values or
  /// their elements, or nil for a type without keys.
  var ownerOfKeys: String? { (element ?? self).keyOwner }
}
