// This extension does not declare `CustomStringConvertible`, because a class can
// conform to it only once, and programs define their own descriptions for their
// classes. Classes without one print this description.
extension ManagedObject: CustomDebugStringConvertible {
  /// The name of the object and the values that it contains, such as `<Artist p12 name:
  /// "Joni" albums: 3>`; nothing is read from the store.
  ///
  /// Faults are marked as such, and to-many relationships that are not loaded are left
  /// out. Nil values are also left out; values that the model marks as sensitive are
  /// shown as dots.
  public var debugDescription: String {
    let words = ["\(entityName) p\(_key)"] + stateWords + (isFault ? [] : propertyTexts)
    return "<" + words.joined(separator: " ") + ">"
  }

  private var stateWords: [String] {
    [
      (_flags.contains(.deleted), "deleted"), (isInserted, "new"), (isUpdated, "changed"),
      (isInaccessible, "inaccessible"), (isFault, "fault"),
    ].filter(\.0).map(\.1)
  }

  private var propertyTexts: [String] {
    _batch.entity.properties.compactMap { property in
      text(of: property).map { "\(property.name): \($0)" }
    }
  }

  /// Returns the value of a property as text; nil if the value is nil or not
  /// loaded.
  private func text(of property: CompiledProperty) -> String? {
    switch property.description {
    case .attribute(let attribute):
      guard !attribute.isTransient, let value = try? value(forKey: property.name) else {
        return nil
      }
      return attribute.isSensitive ? "…" : Self.text(of: value)
    case .relationship(let relationship) where relationship.isTransient: return nil
    case .relationship(let relationship) where relationship.isToMany:
      return (loadedMembers(property.number)?.count).map(String.init)
    case .relationship:
      let key = _reference(property.number)
      return key == 0 ? nil : "p\(key)"
    case .fetched: return nil
    }
  }

  /// Returns a value in the form in which it appears in descriptions of objects and
  /// rows; long text is truncated.
  static func text(of value: Any) -> String {
    switch value {
    case let text as String:
      let shown = text.count > 40 ? text.prefix(39) + "…" : text[...]
      return String(shown).debugDescription
    case let data as Data: return "\(data.count) bytes"
    case let id as ObjectID: return "\(id.entityName) p\(id.key)"
    default: return "\(value)"
    }
  }
}

extension RelatedObjects {
  /// The text of all objects, which are read if they are not loaded.
  var description: String { Self.text(objects.map { "\($0)" }) }

  /// Returns the text of the objects that are loaded. Nothing is read from the
  /// store.
  func debugDescription(_ type: ManagedObject.Type) -> String {
    switch storage {
    case .detached(let objects): return Self.text(objects.map(\.debugDescription))
    case .live(let owner, let number):
      guard let relationship = owner._batch.entity.relationship(number) else { return "[]" }
      guard let keys = owner.loadedMembers(number) else {
        return "<\(relationship.name) of \(owner.entityName) p\(owner._key) fault>"
      }
      let map = owner._batch.context?.map(ofDestination: relationship)
      return Self.text(
        keys.map { map?.object($0)?.debugDescription ?? "<\(type) p\($0) fault>" })
    }
  }

  private static func text(_ objects: [String]) -> String {
    "[" + objects.prefix(100).joined(separator: ", ")
      + (objects.count > 100 ? " and \(objects.count - 100) more" : "") + "]"
  }
}

extension ObjectSet: CustomStringConvertible, CustomDebugStringConvertible {
  /// The objects as text, such as `[<Album p1 title: "Blue">]`. Objects that
  /// are not loaded are read.
  public var description: String { related.description }

  /// The loaded objects as text. Nothing is read from the store.
  public var debugDescription: String { related.debugDescription(Element.self) }
}

extension OrderedObjects: CustomStringConvertible, CustomDebugStringConvertible {
  /// The objects as text, such as `[<Album p1 title: "Blue">]`. Objects that
  /// are not loaded are read.
  public var description: String { related.description }

  /// The loaded objects as text. Nothing is read from the store.
  public var debugDescription: String { related.debugDescription(Element.self) }
}

extension ManagedObject {
  /// The object's name in human-readable messages.
  final var titleInMessages: String { ObjectTitle(self).words }
}

extension ObjectTitle {
  /// Creates the title of an object in its current state. Nothing is read from
  /// the store.
  init(_ object: ManagedObject) {
    let entity = object._batch.entity
    let property = object.isFault ? nil : entity.titleNumber.map { entity.properties[$0] }
    let text = property.flatMap { try? object.value(forKey: $0.name) as? String }
    self.init(entity: entity, text: text)
  }
}
