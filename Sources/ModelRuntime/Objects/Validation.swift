/// A list of the rules of a model that objects break.
///
/// Generated code checks the rules about one typed value; `GraphRules` checks
/// counts, checks and predicates. A value within a composite is identified by
/// the key of the property, and by `element`, the path from the property's
/// value to this value.
public struct Validation {
  /// The object that is currently validated; nil before the first one.
  private var object: ManagedObject?
  private(set) var failures: [ValidationFailure] = []

  init() {}

  /// Records every rule of the model that an object breaks.
  mutating func check(_ object: ManagedObject) {
    self.object = object
    object._validate(&self)
  }

  /// Checks that the number of characters in a string is within a range, including both
  /// bounds.
  @inlinable
  public mutating func length(
    _ value: String?, _ key: some PropertyKey, element: String? = nil, min: Int = 0,
    max: Int = .max, message: String? = nil
  ) {
    // A character has at least one byte, so for most strings, the number of bytes is
    // sufficient.
    guard let value else { return }
    let bytes = value.utf8.count
    if bytes <= max && (min == 0 || min == 1 && bytes > 0) { return }
    check(value.count, .string(value), key.rawValue, element, min: min, max: max, message: message)
  }

  @usableFromInline
  mutating func check(
    _ count: Int, _ value: ConstantValue, _ number: Int, _ element: String?, min: Int, max: Int,
    message: String?
  ) {
    if count < min {
      fail(number, element, value, .tooShort(min), message)
    } else if count > max {
      fail(number, element, value, .tooLong(max), message)
    }
  }

  /// Checks that the number of bytes in data is within a range, including both bounds.
  public mutating func length(
    _ value: Data?, _ key: some PropertyKey, element: String? = nil, min: Int = 0,
    max: Int = .max, message: String? = nil
  ) {
    guard let value else { return }
    check(value.count, .data(value), key.rawValue, element, min: min, max: max, message: message)
  }

  /// Checks that a required to-one relationship has a destination.
  public mutating func required<Destination>(
    _ value: Reference<Destination>, _ key: some PropertyKey
  ) {
    if value.isEmpty { fail(key.rawValue, nil, .null, .missing, nil) }
  }

  /// Checks that a value is within a range; its upper bound is either included (`max`)
  /// or excluded. Nil is always in range.
  public mutating func range<Value: AttributeValue & Comparable>(
    _ value: Value?, _ key: some PropertyKey, element: String? = nil, min: Value? = nil,
    max: Value? = nil, below bound: Value? = nil, message: String? = nil
  ) {
    guard let value else { return }
    if let min, value < min {
      fail(key.rawValue, element, value.constantValue, .tooSmall(min.constantValue), message)
    } else if let max, value > max {
      fail(key.rawValue, element, value.constantValue, .tooLarge(max.constantValue), message)
    } else if let bound, value >= bound {
      fail(key.rawValue, element, value.constantValue, .notBelow(bound.constantValue), message)
    }
  }

  /// Checks that a regular expression matches a whole string. Nil is always
  /// accepted.
  public mutating func matches(
    _ value: String?, _ key: some PropertyKey, element: String? = nil, _ pattern: String,
    message: String? = nil
  ) {
    guard let value, !TextPattern.shared(pattern).isShown(by: value) else { return }
    fail(key.rawValue, element, .string(value), .unmatched(pattern), message)
  }

  /// Checks that a number is not NaN, which SQLite cannot represent.
  @inlinable
  public mutating func number(
    _ value: (some BinaryFloatingPoint)?, _ key: some PropertyKey, element: String? = nil
  ) {
    if let value, value.isNaN { failNumber(key.rawValue, element) }
  }

  /// Checks that a column can contain a decimal, which must not be NaN, and must not
  /// have more digits than can be read back, unless the column keeps all digits.
  public mutating func number(
    _ value: Decimal?, _ key: some PropertyKey, element: String? = nil, isExact: Bool = false
  ) {
    guard let value else { return }
    if let rule = ValidationFailure.Rule(storing: value, isExact: isExact),
      !isStored(key.rawValue)
    {
      fail(key.rawValue, element, .decimal(value), rule, nil)
    }
  }

  @usableFromInline
  mutating func failNumber(_ number: Int, _ element: String?) {
    if !isStored(number) { fail(number, element, .double(.nan), .notANumber, nil) }
  }

  /// Returns whether a property still has the value that was read from the
  /// store. Such a value is accepted even if a store cannot contain it: Core
  /// Data writes decimals that are NaN, and they must not prevent saves of
  /// other values.
  func isStored(_ number: Int) -> Bool {
    guard let object else { return false }
    if object._batch.context?.keepsForeignValues == true { return true }
    return !object._flags.contains(.inserted) && !object._changes.contains(number)
  }

  /// Calls the validation hooks in the extensions of an object's class.
  mutating func callHooks(_ object: ManagedObject, for kind: SaveKind) {
    guard let hooks = object.hooks else { return }
    self.object = object
    for check in hooks.validate { check(object, kind, &self) }
  }

  /// Records that an object breaks a rule of the program.
  ///
  /// - Parameters:
  ///   - property: The property that is wrong, or a name for a rule about several
  ///     properties.
  ///   - message: A human-readable description of the failure.
  ///   - code: A number by which programs can recognise the failure; 1550 by
  ///     default, as in Core Data.
  public mutating func fail(_ property: String, _ message: String, code: Int = 1550) {
    guard let object else { return }
    let number = object._batch.entity.property(named: property)?.number
    let constant = number.flatMap { object._batch.entity.bindings[$0]?.constant }
    fail(property, constant?(object) ?? .null, .custom(code), message)
  }

  /// Records that a property of an object breaks a rule of the program.
  public mutating func fail(_ key: some PropertyKey, _ message: String, code: Int = 1550) {
    fail("\(key)", message, code: code)
  }

  /// Records that a property, or an element of its composite value, breaks a
  /// rule of the model.
  mutating func fail(
    _ number: Int, _ element: String?, _ value: ConstantValue, _ rule: ValidationFailure.Rule,
    _ message: String?
  ) {
    guard let object else { return }
    let name = object._batch.entity.properties[number].name
    fail(element.map { "\(name).\($0)" } ?? name, value, rule, message)
  }

  /// Records that a property or a check with the given name breaks a rule of
  /// the model.
  mutating func fail(
    _ name: String, _ value: ConstantValue, _ rule: ValidationFailure.Rule, _ message: String?
  ) {
    guard let object else { return }
    add(
      ValidationFailure(
        objectID: object.objectID, entityName: object.entityName, propertyName: name,
        value: value, rule: rule, message: message, title: object.titleInMessages,
        label: object._batch.entity.property(named: name)?.description.noun))
  }

  mutating func add(_ failure: ValidationFailure) { failures.append(failure) }
}
