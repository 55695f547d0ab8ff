import ModelRuntime

/// The actions of the hooks below, which do nothing unless a test sets them.
struct HookScript {
  /// The calls so far, as "hook Class name".
  var calls: [String] = []
  var isRecording = false
  /// Called by `willSave` of a student.
  var willSave: ((Student) -> Void)?
  /// Called by `awakeFromInsert` of a student.
  var awakeFromInsert: ((Student) -> Void)?
  /// Called by `awakeFromFetch` of a student.
  var awakeFromFetch: ((Student) -> Void)?
  /// Called by `prepareForDeletion` of a student.
  var prepareForDeletion: ((Student) -> Void)?
  /// Called by the validator of a student.
  var validate: ((Student, SaveKind, inout Validation) -> Void)?

  /// The script that the hooks use. Tests run one after the other.
  nonisolated(unsafe) static var current = HookScript()

  static func note(_ hook: String, _ name: String) {
    if current.isRecording { current.calls.append("\(hook) \(name)") }
  }
}

// A person's hooks run before those of a student.

extension Person.Hooks: AwakeFromInsertHook, AwakeFromFetchHook, WillSaveHook, DidSaveHook,
  PrepareForDeletionHook, TurnIntoFaultHook, ValidationHook
{
  static func awakeFromInsert(_ person: Person) { HookScript.note("insert", "P") }

  static func awakeFromFetch(_ person: Person) { HookScript.note("fetch", "P") }

  static func willSave(_ person: Person) { HookScript.note("willSave", "P") }

  static func didSave(_ person: Person) { HookScript.note("didSave", "P") }

  static func prepareForDeletion(_ person: Person) { HookScript.note("delete", "P") }

  static func willTurnIntoFault(_ person: Person) { HookScript.note("willFault", person.name) }

  static func didTurnIntoFault(_ person: Person) {
    HookScript.note("didFault", "\(person.isFault)")
  }

  static func validate(_ person: Person, for kind: SaveKind, _ validation: inout Validation) {
    HookScript.note("validate \(kind)", "P")
  }
}

extension Student.Hooks: AwakeFromInsertHook, AwakeFromFetchHook, WillSaveHook, DidSaveHook,
  PrepareForDeletionHook, ValidationHook
{
  static func awakeFromInsert(_ student: Student) {
    HookScript.note("insert", student.name)
    HookScript.current.awakeFromInsert?(student)
  }

  static func awakeFromFetch(_ student: Student) {
    HookScript.note("fetch", student.name)
    HookScript.current.awakeFromFetch?(student)
  }

  static func willSave(_ student: Student) {
    HookScript.note("willSave", student.name)
    HookScript.current.willSave?(student)
  }

  static func didSave(_ student: Student) { HookScript.note("didSave", student.name) }

  static func prepareForDeletion(_ student: Student) {
    HookScript.note("delete", "\(student.name) \(student.grades.count)")
    HookScript.current.prepareForDeletion?(student)
  }

  static func validate(_ student: Student, for kind: SaveKind, _ validation: inout Validation) {
    HookScript.note("validate \(kind)", student.name)
    HookScript.current.validate?(student, kind, &validation)
  }
}

extension Grade.Hooks: PrepareForDeletionHook {
  static func prepareForDeletion(_ grade: Grade) {
    HookScript.note("delete", "\(grade.student.name)'s \(grade.points)")
  }
}
