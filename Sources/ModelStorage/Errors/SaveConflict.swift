/// A disagreement between the unsaved changes of a context and what somebody
/// else has saved, or another unsaved object has: base, mine and theirs.
///
/// Base is what this context fetched or saved last, mine what it is about to
/// save, theirs what the store holds by now. What joined and what left a
/// relationship to many is merged; the order of an ordered one is in a conflict
/// where both sides moved the same members, or others into the same gap.
public struct SaveConflict: Sendable {
  /// The kind of conflict.
  public enum Kind: Sendable, Hashable {
    /// The object was changed here and there.
    case update
    /// The object was changed here, and is gone there.
    case updateOfDeleted
    /// The object is deleted here, and was changed there.
    case deletionOfUpdated
    /// The object is deleted here, and others came to refer to it there, by the
    /// inverses of the named relationships.
    case deletionOfReferenced([String])
    /// The object came to refer to another one here, by the named relationships,
    /// and that one is deleted.
    case referenceToDeleted([String])
    /// A new object has the unique values of another one.
    case uniqueInsert([String])
    /// An object that was saved before got the unique values of another one.
    case uniqueUpdate([String])
  }

  /// One property that is not the same everywhere.
  ///
  /// A value is nil where there is no such version, or the property has no
  /// constant form: a composite, or one stored as JSON or transformed bytes.
  public struct Property: Sendable, Hashable {
    /// Name of the property.
    public var name: String { property.name }
    /// The value that was fetched or saved last.
    public let base: ConstantValue?
    /// The value that the context is about to save.
    public let mine: ConstantValue?
    /// The value that the store, or the other object, has.
    public let theirs: ConstantValue?
    /// A Boolean value that says whether the context changed it; of a new
    /// object, whether it is not the default.
    public let isChangedHere: Bool
    /// A Boolean value that says whether somebody else changed it.
    public let isChangedThere: Bool
    package let entity: CompiledEntity
    package let number: Int

    package init(
      base: ConstantValue?, mine: ConstantValue?, theirs: ConstantValue?, isChangedHere: Bool,
      isChangedThere: Bool, entity: CompiledEntity, number: Int
    ) {
      self.base = base
      self.mine = mine
      self.theirs = theirs
      self.isChangedHere = isChangedHere
      self.isChangedThere = isChangedThere
      self.entity = entity
      self.number = number
    }

    private var property: CompiledProperty { entity.properties[number] }

    /// A Boolean value that says whether the model keeps its values out of
    /// messages.
    private var isSensitive: Bool { property.description.attribute?.isSensitive == true }
  }

  /// The kind of conflict.
  public let kind: Kind
  /// The object of this context.
  public let objectID: ObjectID
  /// The object that has the unique values already; nil in other conflicts.
  public let otherID: ObjectID?
  /// The properties that differ, in the order of the model.
  public let properties: [Property]
  package let versions: ConflictVersions
  // Words are found when somebody reads them: most conflicts are resolved by a policy.
  package let title: ObjectTitle

  package init(
    kind: Kind, objectID: ObjectID, otherID: ObjectID?, properties: [Property],
    versions: ConflictVersions, title: ObjectTitle
  ) {
    self.kind = kind
    self.objectID = objectID
    self.otherID = otherID
    self.properties = properties
    self.versions = versions
    self.title = title
  }

  /// The property of a name, where it differs.
  public subscript(name: String) -> Property? { properties.first { $0.name == name } }
}

/// The versions of an object in a conflict, as its class keeps values.
package struct ConflictVersions: @unchecked Sendable {
  // because the copies are made for the conflict alone, never change, and hold
  // `EntityValues`, which are Sendable.
  package var base: AnyObject?
  package var mine: AnyObject?
  package var theirs: AnyObject?
  /// The version of the row that theirs are from.
  package var storedVersion: Int32 = 0

  package init() {}
}

extension SaveConflict: CustomStringConvertible {
  /// The object, what collided, and every property that differs, in words for
  /// programmers: with the entity, the key and the properties' names.
  public var description: String {
    text(of: "\(objectID.entityName) p\(objectID.key)", \.description) { $0 }
  }

  /// The object, what collided, and every property that differs, in words for
  /// people.
  public var localizedDescription: String {
    text(of: title.words, \.localizedDescription) {
      title.entity.property(named: $0)?.description.noun ?? $0
    }
  }

  private func text(
    of object: String, _ line: (Property) -> String, _ label: (String) -> String
  ) -> String {
    let lines = properties.map { "\n  \(line($0))" }.joined()
    switch kind {
    case .update: return "\(object) was changed by somebody else since it was fetched\(lines)"
    case .updateOfDeleted: return "\(object) was deleted by somebody else since it was fetched"
    case .deletionOfUpdated:
      return "\(object) is to be deleted, but was changed by somebody else\(lines)"
    case .deletionOfReferenced(let names):
      let names = names.map(label).joined(separator: ", ")
      return "\(object) is to be deleted, but got others as \(names) elsewhere"
    case .referenceToDeleted(let names):
      let names = names.map(label).joined(separator: ", ")
      return "\(names) of \(object) leads to an object that was deleted"
    case .uniqueInsert(let names), .uniqueUpdate(let names):
      let values = names.map { name in
        self[name].map { "\(label(name)) \($0.text($0.mine))" } ?? label(name)
      }
      return
        "there is another \(title.entity.description.noun) with \(values.joined(separator: ", "))"
    }
  }
}

extension SaveConflict.Property: CustomStringConvertible {
  /// The property with its three values.
  public var description: String {
    "\(name): base \(text(base)), mine \(text(mine)), theirs \(text(theirs))"
  }

  /// The property with its three values, in words for people.
  public var localizedDescription: String {
    "\(property.description.noun): was \(text(base)), here \(text(mine)), there \(text(theirs))"
  }

  /// A value as messages show it.
  func text(_ value: ConstantValue?) -> String {
    guard !isSensitive else { return "(hidden)" }
    switch value {
    case nil: return "(unknown)"
    case .null: return "nil"
    case .boolean(let value): return "\(value)"
    case .integer(let value): return "\(value)"
    case .double(let value): return "\(value)"
    case .decimal(let value): return "\(value)"
    case .string(let value): return "'\(value)'"
    case .date(let value): return ISODate.shown(value)
    case .uuid(let value): return "\(value)"
    case .url(let value): return "\(value)"
    case .objectID(let id): return "p\(id.key)"
    case .data(let value): return "\(value.count) bytes"
    case .list(let values): return "[\(values.map { text($0) }.joined(separator: ", "))]"
    }
  }
}
