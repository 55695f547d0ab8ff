/// The hooks that run during the lifetime of an entity's objects.
///
/// Every generated class has a nested type `Hooks`, and each hook is a protocol to
/// which an extension of this type conforms:
///
/// ```swift
/// extension Student.Hooks: AwakeFromInsertHook {
///   static func awakeFromInsert(_ student: Student) {
///     student.enrolledAt = .now
///   }
/// }
/// ```
///
/// The hooks of a parent entity are called before those of the child. The hooks
/// are looked up once for each class, and have no cost for an entity without
/// hooks.
public protocol ObjectHooks: SendableMetatype {
  /// The class of the objects.
  associatedtype Object: ManagedObject
}

/// The base protocol of all hooks. A class whose `Hooks` type does not conform
/// to it has no hooks.
public protocol ObjectHook: ObjectHooks {}

/// A hook that is called when an object is created.
public protocol AwakeFromInsertHook: ObjectHook {
  /// Completes a new object.
  ///
  /// This method is called exactly once in the object's lifetime, at the end of
  /// its initialiser, when all required properties are set.
  static func awakeFromInsert(_ object: Object)
}

/// A hook that is called after the values of an object are read from the store.
public protocol AwakeFromFetchHook: ObjectHook {
  /// Completes an object each time its values have been read.
  ///
  /// Attributes that this method sets do not count as changes and are not
  /// saved. Relationships that it sets are changes, and are saved.
  static func awakeFromFetch(_ object: Object)
}

/// A hook that is called before a save.
public protocol WillSaveHook: ObjectHook {
  /// Prepares an object that the save will insert, update or delete; it is called once
  /// in each save, before anything is validated.
  ///
  /// Changes made by this method are saved too; if it changes other objects, it
  /// is also called once for each of them. The method cannot save the context,
  /// which is already being saved: another save throws `.busy`.
  static func willSave(_ object: Object)
}

/// A hook that is called after a save.
public protocol DidSaveHook: ObjectHook {
  /// Responds to an object's save, once for each object that was inserted, updated or
  /// deleted.
  ///
  /// Changes made by this method are written by the next save.
  static func didSave(_ object: Object)
}

/// A hook that is called when an object is deleted.
public protocol PrepareForDeletionHook: ObjectHook {
  /// Prepares an object for its deletion, before its relationships are changed.
  ///
  /// This method is called once for each deleted object, including objects
  /// deleted by a rule. Deleting an object again does not call it again.
  /// Calling `rollback()` in this method cancels the whole deletion; a partial
  /// deletion can be neither saved nor undone.
  static func prepareForDeletion(_ object: Object)
}

/// A hook that is called when an object becomes a fault, which discards its values.
public protocol TurnIntoFaultHook: ObjectHook {
  /// Prepares an object for becoming a fault. Its values can still be read at
  /// this time.
  static func willTurnIntoFault(_ object: Object)
  /// Responds to an object's becoming a fault, after its values have been
  /// discarded.
  static func didTurnIntoFault(_ object: Object)
}

extension TurnIntoFaultHook {
  /// Does nothing by default, before the object becomes a fault.
  public static func willTurnIntoFault(_ object: Object) {}

  /// Does nothing by default, after the object has become a fault.
  public static func didTurnIntoFault(_ object: Object) {}
}

/// The ways in which a save writes an object.
public enum SaveKind: Sendable, Hashable {
  /// The object is new.
  case insert
  /// The object was saved before, and its values or relationships have changed.
  case update
  /// The object is deleted.
  case delete
}

/// A hook that is called when a save checks the rules of the model.
public protocol ValidationHook: ObjectHook {
  /// Records the rules that an object breaks in addition to those in the model:
  /// `validation.fail("end", "must not be before the start")`.
  ///
  /// This method is called once in a save for each object that will be written,
  /// before the rules of the model are checked. Changes made by this method are
  /// therefore checked and saved too, and if it changes other objects, it is
  /// also called for them. All failures of all objects are thrown together, as
  /// one `ValidationError`.
  static func validate(_ object: Object, for kind: SaveKind, _ validation: inout Validation)
}
