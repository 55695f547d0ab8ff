/// The hooks that run in the life of an entity's objects.
///
/// Every generated class has a nested `Hooks`, and each hook is a protocol that an
/// extension of it conforms to:
///
/// ```swift
/// extension Student.Hooks: AwakeFromInsertHook {
///   static func awakeFromInsert(_ student: Student) {
///     student.enrolledAt = .now
///   }
/// }
/// ```
///
/// The hooks of a parent entity are called before those of the child. They are looked up
/// once for each class, and cost nothing for an entity without hooks.
public protocol ObjectHooks: SendableMetatype {
  /// The entity's class.
  associatedtype Object: ManagedObject
}

/// The base of every hook's protocol: a class whose `Hooks` do not conform to it has no
/// hooks.
public protocol ObjectHook: ObjectHooks {}

/// A hook that is called when an object is created.
public protocol AwakeFromInsertHook: ObjectHook {
  /// Completes a new object.
  ///
  /// This method is called at the end of the object's initialiser, when everything that
  /// the model requires is set: exactly once in the object's life.
  static func awakeFromInsert(_ object: Object)
}

/// A hook that is called when the values of an object were read from the store.
public protocol AwakeFromFetchHook: ObjectHook {
  /// Completes an object that was read, once each time that its values are read.
  ///
  /// Attributes set here do not count as changes: nothing is saved for them.
  /// Relationships set here do.
  static func awakeFromFetch(_ object: Object)
}

/// A hook that is called before a save.
public protocol WillSaveHook: ObjectHook {
  /// Prepares an object that the save will insert, update or delete, once in the save
  /// and before anything is validated.
  ///
  /// Changes made here are saved too; objects that are changed by the hook get their
  /// own call, once. The context cannot be saved here: it is being saved, and another
  /// save of it throws `.busy`.
  static func willSave(_ object: Object)
}

/// A hook that is called after a save.
public protocol DidSaveHook: ObjectHook {
  /// Responds to an object's save, once for each object that was inserted, updated or deleted.
  ///
  /// Changes made here wait for the next save.
  static func didSave(_ object: Object)
}

/// A hook that is called when an object is deleted.
public protocol PrepareForDeletionHook: ObjectHook {
  /// Prepares a delete, while the relationships are as they were.
  ///
  /// This method is called once for each deleted object, including objects deleted by a
  /// rule; deleting an object again does not repeat it. A call of `rollback()` here
  /// cancels the whole delete; half of a delete can be neither saved nor undone.
  static func prepareForDeletion(_ object: Object)
}

/// A hook that is called when an object becomes a fault, which drops its values.
public protocol TurnIntoFaultHook: ObjectHook {
  /// Prepares for the loss of the object's values, which can still be read.
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
  /// The object was saved before, and its values or relationships changed.
  case update
  /// The object is deleted.
  case delete
}

/// A hook that is called when a save checks the rules of the model.
public protocol ValidationHook: ObjectHook {
  /// Notes the rules that an object breaks beyond the model's own:
  /// `validation.fail("end", "must not be before the start")`.
  ///
  /// This method is called once in a save for each object that will be written, before
  /// the rules of the model are checked: changes made here are checked and saved too,
  /// and objects that are changed by the hook get their own call. All failures of all
  /// objects are thrown together, as one `ValidationError`.
  static func validate(_ object: Object, for kind: SaveKind, _ validation: inout Validation)
}
