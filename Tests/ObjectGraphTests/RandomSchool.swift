import ModelRuntime
import TestSupport

/// Random changes to a school, which are the same for the same seed.
struct RandomSchool {
  private var random: RandomSource
  private var count = 0

  init(seed: UInt64) {
    random = RandomSource(seed: seed)
  }

  /// Returns a random number below a bound.
  mutating func number(_ bound: Int) -> Int { random.number(below: bound) }

  private mutating func pick<Object: ManagedObject>(
    _ type: Object.Type, _ context: ManagedObjectContext
  ) throws -> Object? {
    try context.fetch(Object.all).randomElement(using: &random)
  }

  private mutating func name() -> String {
    count += 1
    return "n\(count)"
  }

  /// Makes a random change.
  mutating func step(in context: ManagedObjectContext) throws {
    switch number(12) {
    case 0: _ = Student(in: context, name: name())
    case 1: _ = Teacher(in: context, name: name())
    case 2: _ = Course(in: context, title: name())
    case 3:
      if let student = try pick(Student.self, context), student.grades.count < 3 {
        _ = Grade(in: context, points: Int32(number(100)), student: student)
      }
    case 4: try changeValues(in: context)
    case 5: try pick(Student.self, context)?.mentor = try pick(Teacher.self, context)
    case 6: try changeFriends(in: context)
    case 7: try changeCourses(in: context)
    case 8: try pick(Course.self, context)?.teacher = try pick(Teacher.self, context)
    case 9: try move(in: context)
    case 10: try delete(in: context)
    default:
      if let student = try pick(Student.self, context) { student.isSelected.toggle() }
    }
  }

  private mutating func changeValues(in context: ManagedObjectContext) throws {
    try pick(Person.self, context)?.name = name()
    try pick(Grade.self, context)?.points = Int32(number(100))
  }

  private mutating func changeFriends(in context: ManagedObjectContext) throws {
    guard let one = try pick(Person.self, context), let other = try pick(Person.self, context)
    else { return }
    if one.friends.contains(other) { one.friends.remove(other) } else { one.friends.insert(other) }
  }

  private mutating func changeCourses(in context: ManagedObjectContext) throws {
    guard let student = try pick(Student.self, context), let course = try pick(Course.self, context)
    else { return }
    if student.courses.contains(course) {
      student.courses.remove(course)
    } else {
      student.courses.insert(course, at: number(student.courses.count + 1))
    }
  }

  private mutating func move(in context: ManagedObjectContext) throws {
    if let student = try pick(Student.self, context), student.grades.count > 1 {
      student.grades.move(from: 0, to: student.grades.count - 1)
    }
    if let course = try pick(Course.self, context), course.students.count > 1 {
      course.students.move(from: course.students.count - 1, to: 0)
    }
  }

  private mutating func delete(in context: ManagedObjectContext) throws {
    switch number(3) {
    case 0: if let student = try pick(Student.self, context) { context.delete(student) }
    case 1: if let course = try pick(Course.self, context) { context.delete(course) }
    default: if let grade = try pick(Grade.self, context) { context.delete(grade) }
    }
  }
}

extension ManagedObjectContext {
  /// Returns the whole school as text, optionally with transient values.
  func schoolText(withTransients: Bool) throws -> String {
    var lines: [String] = []
    for person in try fetch(Person.all) {
      lines.append("\(person.objectID.key) \(person.name) friends \(keys(person.friends))")
      if withTransients { lines.append("  selected \(person.isSelected)") }
      if let student = person as? Student {
        lines.append("  grades \(student.grades.map { "\($0.objectID.key):\($0.points)" })")
        lines.append("  courses \(student.courses.map(\.objectID.key))")
        lines.append("  mentor \(student.mentor?.objectID.key ?? 0)")
      }
      if let teacher = person as? Teacher {
        lines.append("  mentees \(keys(teacher.mentees)) taught \(keys(teacher.taught))")
      }
    }
    for course in try fetch(Course.all) {
      lines.append("course \(course.objectID.key) \(course.title)")
      lines.append("  students \(course.students.map(\.objectID.key))")
      lines.append("  teacher \(course.teacher?.objectID.key ?? 0)")
    }
    for grade in try fetch(Grade.all) {
      lines.append("grade \(grade.objectID.key) of \(grade.student.objectID.key)")
    }
    return lines.joined(separator: "\n")
  }

  private func keys<Object: ManagedObject>(_ set: ObjectSet<Object>) -> [Int64] {
    set.map(\.objectID.key).sorted()
  }
}
