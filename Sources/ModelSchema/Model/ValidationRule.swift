/// A rule that a value of an attribute must satisfy when it is saved.
public struct ValidationRule: Sendable, Hashable, Codable {
  /// A condition that a valid value meets, such as a limit or a pattern.
  public enum Requirement: Sendable, Hashable, Codable {
    /// The number of characters (text) or bytes (data) is between two limits,
    /// including both.
    case length(min: Int?, max: Int?)
    /// The value is between two limits; the upper limit itself is excluded if
    /// `excludesUpperBound` is true.
    case range(min: ConstantValue?, max: ConstantValue?, excludesUpperBound: Bool)
    /// The whole string matches an ICU regular expression.
    case matches(String)
    /// A predicate holds with the value as SELF, as in imported models.
    case predicate(ObjectPredicate)
  }

  /// The requirement on the value.
  public var requirement: Requirement
  /// The text that is added to the error message if a value breaks the rule;
  /// nil if there is none.
  public var message: String?

  /// Creates a rule, with a message that is added to the error.
  public init(_ requirement: Requirement, message: String? = nil) {
    self.requirement = requirement
    self.message = message
  }
}

/// A condition that every object of an entity must satisfy when it is saved.
public struct CheckDescription: Sendable, Hashable, Codable {
  /// The name of the check in errors.
  public var name: String
  /// The documentation comment, with its lines joined by line feeds; nil if
  /// there is none.
  public var documentation: String?
  /// The condition that must hold.
  public var predicate: ObjectPredicate
  /// The message of the error that is thrown if the condition does not hold.
  public var message: String

  /// Creates a check, with the message of its error.
  public init(
    name: String, documentation: String? = nil, predicate: ObjectPredicate, message: String
  ) {
    self.name = name
    self.documentation = documentation
    self.predicate = predicate
    self.message = message
  }
}
