/// An error that lists the rules that the objects of a save break. Nothing was
/// saved.
public struct ValidationError: Error, Sendable, CustomStringConvertible {
  /// Every broken rule, in the order in which the objects were changed.
  public let failures: [ValidationFailure]

  package init(failures: [ValidationFailure]) { self.failures = failures }

  /// The error code that Core Data uses: the code of the failure, or 1560 if
  /// there are several failures.
  public var coreDataCode: Int {
    failures.count == 1 ? failures.first?.coreDataCode ?? 1560 : 1560
  }

  /// All failures, one per line.
  public var description: String { text(\.description) }

  /// All failures in words for users, one per line.
  var textForPeople: String { text(\.localizedDescription) }

  private func text(_ line: (ValidationFailure) -> String) -> String {
    failures.count == 1
      ? failures.map(line).joined()
      : "\(failures.count) rules are broken, nothing was saved\n"
        + failures.map { "  \(line($0))" }.joined(separator: "\n")
  }
}

/// A rule of the model that an object breaks.
public struct ValidationFailure: Sendable, Hashable {
  /// A requirement of the model or of a hook.
  public enum Rule: Sendable, Hashable {
    /// The property needs a value.
    case missing
    /// The minimum number of characters, or of bytes of data.
    case tooShort(Int)
    /// The maximum number of characters, or of bytes of data.
    case tooLong(Int)
    /// The minimum that the value is less than.
    case tooSmall(ConstantValue)
    /// The maximum that the value is greater than.
    case tooLarge(ConstantValue)
    /// The limit that the value must be less than.
    case notBelow(ConstantValue)
    /// The regular expression that the string must match.
    case unmatched(String)
    /// The value must be a number.
    case notANumber
    /// The maximum number of digits of a decimal.
    case tooManyDigits(Int)
    /// The minimum number of objects in a to-many relationship.
    case tooFew(Int)
    /// The maximum number of objects in a to-many relationship.
    case tooMany(Int)
    /// A check or a predicate that the object does not satisfy; the message
    /// describes it.
    case unmet
    /// The requirement of a `ValidationHook`, with the code that the hook gave.
    case custom(Int)
  }

  /// The object that breaks the rule.
  public var objectID: ObjectID
  /// The name of the object's entity.
  public var entityName: String
  /// The name of the property, or of the check.
  public var propertyName: String
  /// The value that breaks the rule.
  public var value: ConstantValue
  /// The rule that is broken.
  public var rule: Rule
  /// The model's message for the rule; nil if there is none.
  public var message: String?
  /// The name of the object in messages for users, such as `pet 'Tom'`; nil if
  /// the name is not known.
  public var title: String?
  /// The name of the property in messages for users; nil for a check, or if the
  /// label is not known.
  public var label: String?

  package init(
    objectID: ObjectID, entityName: String, propertyName: String, value: ConstantValue, rule: Rule,
    message: String? = nil, title: String? = nil, label: String? = nil
  ) {
    self.objectID = objectID
    self.entityName = entityName
    self.propertyName = propertyName
    self.value = value
    self.rule = rule
    self.message = message
    self.title = title
    self.label = label
  }
}

extension ValidationFailure.Rule {
  /// The number of digits of a decimal that a numeric column keeps.
  static let keptDigits = 15

  /// Creates the failure of a decimal that its column cannot hold; nil if the
  /// column can hold it.
  package init?(storing value: Decimal, isExact: Bool) {
    if value.isNaN {
      self = .notANumber
    } else if !isExact, value.significantDigits > Self.keptDigits {
      self = .tooManyDigits(Self.keptDigits)
    } else {
      return nil
    }
  }
}

extension Decimal {
  /// The number of digits from the first to the last nonzero digit.
  fileprivate var significantDigits: Int {
    // The sign and the decimal point are not digits.
    let digits = description.utf8.filter { (0x30...0x39).contains($0) }
    let isZero = { (digit: UInt8) in digit == 0x30 }
    return digits.drop(while: isZero).reversed().drop(while: isZero).count
  }
}

extension ValidationFailure: CustomStringConvertible {
  /// The error code that Core Data uses for the rule.
  public var coreDataCode: Int {
    switch rule {
    case .missing: 1570
    case .tooShort: 1670
    case .tooLong: 1660
    case .tooSmall: if case .date = value { 1640 } else { 1620 }
    case .tooLarge, .notBelow: if case .date = value { 1630 } else { 1610 }
    case .unmatched: 1680
    case .notANumber, .tooManyDigits, .unmet: 1550
    case .tooFew: 1580
    case .tooMany: 1590
    case .custom(let code): code
    }
  }

  /// The object, the property and the broken rule, in words for programmers:
  /// with the entity, the key and the property's name.
  public var description: String {
    text(title: "\(entityName) p\(objectID.key)", label: propertyName)
  }

  /// The object, the property and the broken rule, in words for users.
  public var localizedDescription: String {
    text(title: title ?? entityName, label: label ?? propertyName)
  }

  private func text(title: String, label: String) -> String {
    "\(title): \(label) \(ruleText)" + (message.map { ": \($0)" } ?? "")
  }

  /// A description of the broken rule, without the object and the property.
  package var ruleText: String {
    switch rule {
    case .missing: "is required"
    case .tooShort(1): "is empty"
    case .tooShort(let count): "is shorter than \(count) \(unit)"
    case .tooLong(let count): "is longer than \(count) \(unit)"
    case .tooSmall(let value): "is less than \(value.text)"
    case .tooLarge(let value): "is greater than \(value.text)"
    case .notBelow(let value): "is not less than \(value.text)"
    case .unmatched(let pattern): "does not match /\(pattern)/"
    case .notANumber: "is not a number"
    case .tooManyDigits(let count):
      "has more than \(count) digits; an '@exact' attribute keeps them all"
    case .tooFew(1): "is empty"
    case .tooFew(let count): "has fewer than \(count) objects"
    case .tooMany(let count): "has more than \(count) objects"
    case .unmet: "does not hold"
    case .custom: "is not valid"
    }
  }

  /// The unit in which the value's length is counted.
  private var unit: String { if case .data = value { "bytes" } else { "characters" } }
}

extension ConstantValue {
  /// The value in the form that messages show.
  fileprivate var text: String {
    switch self {
    case .integer(let value): "\(value)"
    case .double(let value): Int(exactly: value).map(String.init) ?? "\(value)"
    case .decimal(let value): "\(value)"
    case .date(let value): ISODate.shown(value)
    case .string(let value): "'\(value)'"
    default: "\(self)"
    }
  }
}
