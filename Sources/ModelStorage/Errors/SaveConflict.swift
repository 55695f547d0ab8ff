/// A conflict between the unsaved changes of a context and the values that
/// another context has saved, or the values of another unsaved object.
///
/// Each property has three values: `base` was fetched or saved last by this
/// context, `mine` is about to be saved, `theirs` is in the store now. Members
/// added to or removed from a to-many relationship are merged. Two orders of an
/// ordered relationship conflict if both sides moved the same members, or moved
/// members to the same position.
public struct SaveConflict: Sendable {
  /// The way in which the changes of both sides contradict each other.
  public enum Kind: Sendable, Hashable {
    /// The object was changed in this context and in the store.
    case update
    /// The object was changed in this context and deleted in the store.
    case updateOfDeleted
    /// The object is deleted in this context and was changed in the store.
    case deletionOfUpdated
    /// The object is deleted in this context, but other objects in the store
    /// now refer to it through the inverses of the named relationships.
    case deletionOfReferenced([String])
    /// Through the named relationships, the object refers to an object that was
    /// deleted in the store.
    case referenceToDeleted([String])
    /// A new object has the same unique values as another object.
    case uniqueInsert([String])
    /// A saved object was given the same unique values as another object.
    case uniqueUpdate([String])
  }

  /// A property whose values differ.
  ///
  /// A value is nil if the object does not exist in that version, or if the
  /// property has no constant form, which is true of composites and of values
  /// stored as JSON or transformed bytes.
  public struct Property: Sendable, Hashable {
    /// The name of the property in the model.
    public var name: String { property.name }
    /// The value that was fetched or saved last; nil if there is none, or if it
    /// has no constant form.
    public let base: ConstantValue?
    /// The value that the context is about to save; nil if there is none, or if
    /// it has no constant form.
    public let mine: ConstantValue?
    /// The value in the store, or in the object with the same unique values;
    /// nil if there is none, or if it has no constant form.
    public let theirs: ConstantValue?
    /// True if the context changed the value or, in a new object, set it to a
    /// value other than the default.
    public let isChangedHere: Bool
    /// True if the value was changed outside the context.
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

    /// True if the property's values must not be shown in messages.
    private var isSensitive: Bool { property.description.attribute?.isSensitive == true }
  }

  /// The way in which the changes of both sides contradict each other.
  public let kind: Kind
  /// The object that belongs to this context.
  public let objectID: ObjectID
  /// The object that already has the unique values; nil in other conflicts.
  public let otherID: ObjectID?
  /// The properties that differ, in the order of the model.
  public let properties: [Property]
  package let versions: ConflictVersions
  // The words are computed only when they are read, since most conflicts are
  // resolved by a policy.
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

  /// The property with the given name; nil if its values do not differ.
  public subscript(name: String) -> Property? { properties.first { $0.name == name } }
}

/// The versions of an object in a conflict, in the form in which its class
/// stores values.
package struct ConflictVersions: @unchecked Sendable {
  // because the copies are created only for the conflict, never change, and
  // contain `EntityValues`, which are Sendable.
  package var base: AnyObject?
  package var mine: AnyObject?
  package var theirs: AnyObject?
  /// The version of the row that contains `theirs`.
  package var storedVersion: Int32 = 0

  package init() {}
}

extension SaveConflict: CustomStringConvertible {
  /// The object, the kind of conflict, and every property that differs, in
  /// words for programmers: with the entity, the key and the names of the
  /// properties.
  public var description: String {
    text(of: "\(objectID.entityName) p\(objectID.key)", \.description) { $0 }
  }

  /// The object, the kind of conflict, and every property that differs, in words for
  /// users.
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

  /// The property with its three values, in words for users.
  public var localizedDescription: String {
    "\(property.description.noun): was \(text(base)), here \(text(mine)), there \(text(theirs))"
  }

  /// Returns a value as messages show it.
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
