/// A list of what the extensions of an entity do in the life of its objects.
///
/// Every generated class has a nested `Hooks`, and each hook is a protocol that
/// an extension of it conforms to:
///
/// ```swift
/// extension Student.Hooks: AwakeFromInsertHook {
///   static func awakeFromInsert(_ student: Student) {
///     student.enrolledAt = .now
///   }
/// }
/// ```
///
/// The hooks of a parent entity are called first, then those of the child. They
/// are looked up once for each class; an entity that has none spends nothing on
/// them.
public protocol ObjectHooks: SendableMetatype {
  /// The entity's class.
  associatedtype Object: ManagedObject
}

/// What every protocol of a hook refines: a class whose `Hooks` do not conform to it has none.
public protocol ObjectHook: ObjectHooks {}

/// A hook that is called when an object was made.
public protocol AwakeFromInsertHook: ObjectHook {
  /// Completes a new object.
  ///
  /// Called at the end of its initialiser, when everything that the model
  /// requires is set: exactly once in the object's life.
  static func awakeFromInsert(_ object: Object)
}

/// A hook that is called when the values of an object were read from the store.
public protocol AwakeFromFetchHook: ObjectHook {
  /// Completes an object that was read, once each time that its values
  /// are read anew.
  ///
  /// Attributes that are set here are no changes: nothing is saved for them.
  /// Relationships that are set here are changes as ever.
  static func awakeFromFetch(_ object: Object)
}

/// A hook that is called before a save.
public protocol WillSaveHook: ObjectHook {
  /// Prepares an object that the save will insert, update or delete,
  /// once in the save and before anything is validated.
  ///
  /// What is changed here is saved too; objects that are changed through it get
  /// their own call, once. The context cannot be saved here: it is being saved, and
  /// another save of it throws `.busy`.
  static func willSave(_ object: Object)
}

/// A hook that is called after a save.
public protocol DidSaveHook: ObjectHook {
  /// Follows an object's save, once for each that was inserted, updated
  /// or deleted.
  ///
  /// What is changed here waits for the next save.
  static func didSave(_ object: Object)
}

/// A hook that is called when an object is deleted.
public protocol PrepareForDeletionHook: ObjectHook {
  /// Prepares a delete, while the relationships are as they were.
  ///
  /// Called once for each object that is deleted, those that are deleted by a
  /// rule included; deleting an object again does not repeat it. Who calls
  /// `rollback()` here, say, calls the whole delete off; half of it can be neither
  /// saved nor undone.
  static func prepareForDeletion(_ object: Object)
}

/// A hook that is called when an object forgets its values.
public protocol TurnIntoFaultHook: ObjectHook {
  /// Follows the values of an object that are still there.
  static func willTurnIntoFault(_ object: Object)
  /// Follows an object whose values are gone.
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
  /// It is new.
  case insert
  /// It was there, and its values or relationships changed.
  case update
  /// It goes.
  case delete
}

/// A hook that is called when a save checks the rules of the model.
public protocol ValidationHook: ObjectHook {
  /// Notes what an object breaks beyond the model's own rules:
  /// `validation.fail("end", "must not be before the start")`.
  ///
  /// Called once in a save for each object that it will write, before the rules of
  /// the model are checked: what is changed here is checked and saved too, and
  /// objects that are changed through it get their own call. All failures of all
  /// objects are thrown together, as one `ValidationError`.
  static func validate(_ object: Object, for kind: SaveKind, _ validation: inout Validation)
}
