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
/// The hooks of a parent entity are called before those of the child. They are looked
/// up once for each class, and have no cost for an entity without hooks.
public protocol ObjectHooks: SendableMetatype {
  /// The entity's class.
  associatedtype Object: ManagedObject
}

/// The base of all hook protocols. A class whose `Hooks` do not conform to it has no
/// hooks.
public protocol ObjectHook: ObjectHooks {}

/// A hook that is called when an object is created.
public protocol AwakeFromInsertHook: ObjectHook {
  /// Completes a new object.
  ///
  /// This method is called at the end of the object's initialiser, when all required
  /// properties are set, exactly once in the object's lifetime.
  static func awakeFromInsert(_ object: Object)
}

/// A hook that is called after the values of an object are read from the store.
public protocol AwakeFromFetchHook: ObjectHook {
  /// Completes an object that was read, each time that its values are read.
  ///
  /// Attributes set here do not count as changes and are not saved. Relationships set
  /// here do.
  static func awakeFromFetch(_ object: Object)
}

/// A hook that is called before a save.
public protocol WillSaveHook: ObjectHook {
  /// Prepares an object that the save will insert, update or delete; it is called once
  /// in each save, before anything is validated.
  ///
  /// Changes made here are saved too; objects that are changed by the hook get their
  /// own call, once. The context cannot be saved here: it is already being saved, and
  /// another save throws `.busy`.
  static func willSave(_ object: Object)
}

/// A hook that is called after a save.
public protocol DidSaveHook: ObjectHook {
  /// Responds to an object's save, once for each object that was inserted, updated or
  /// deleted.
  ///
  /// Changes made here are written by the next save.
  static func didSave(_ object: Object)
}

/// A hook that is called when an object is deleted.
public protocol PrepareForDeletionHook: ObjectHook {
  /// Prepares an object for its deletion, while the relationships are unchanged.
  ///
  /// This method is called once for each deleted object, including objects deleted by a
  /// rule; deleting an object again does not repeat it. Calling `rollback()` here
  /// cancels the whole deletion; a partial deletion can be neither saved nor undone.
  static func prepareForDeletion(_ object: Object)
}

/// A hook that is called when an object becomes a fault, which discards its values.
public protocol TurnIntoFaultHook: ObjectHook {
  /// Prepares for the loss of the object's values, which can still be read at this
  /// time.
  static func willTurnIntoFault(_ object: Object)
  /// Responds to the loss of the object's values.
  static func didTurnIntoFault(_ object: Object)
}

extension TurnIntoFaultHook {
  /// Does nothing.
  public static func willTurnIntoFault(_ object: Object) {}

  /// Does nothing.
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
  /// Records the rules that an object breaks beyond the model's own:
  /// `validation.fail("end", "must not be before the start")`.
  ///
  /// This method is called once in a save for each object that will be written, before
  /// the rules of the model are checked. Changes made here are therefore checked and
  /// saved too, and objects that are changed by the hook get their own call. All
  /// failures of all objects are thrown together, as one `ValidationError`.
  static func validate(_ object: Object, for kind: SaveKind, _ validation: inout Validation)
}
