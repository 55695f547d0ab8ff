/// A rule that a value of an attribute has to satisfy when it is saved.
public struct ValidationRule: Sendable, Hashable, Codable {
  /// The requirement of the value.
  public enum Requirement: Sendable, Hashable, Codable {
    /// The number of characters (text) or bytes (data) is between two limits, both
    /// included.
    case length(min: Int?, max: Int?)
    /// The value is between two limits; the upper limit itself is excluded if
    /// `excludesUpperBound` is true.
    case range(min: ConstantValue?, max: ConstantValue?, excludesUpperBound: Bool)
    /// The whole text matches an ICU regular expression.
    case matches(String)
    /// A predicate holds with the value as SELF, as in imported models.
    case predicate(ObjectPredicate)
  }

  /// The requirement of the value.
  public var requirement: Requirement
  /// The text that the error message adds if the value breaks the rule.
  public var message: String?

  /// Creates a rule, with the message that an error adds.
  public init(_ requirement: Requirement, message: String? = nil) {
    self.requirement = requirement
    self.message = message
  }
}

/// A condition that every object of an entity has to meet when it is saved.
public struct CheckDescription: Sendable, Hashable, Codable {
  /// The name under which errors report the check.
  public var name: String
  /// The documentation comment, its lines joined by line feeds; nil if there is none.
  public var documentation: String?
  /// The condition that has to hold.
  public var predicate: ObjectPredicate
  /// The text of the error if the condition does not hold.
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
