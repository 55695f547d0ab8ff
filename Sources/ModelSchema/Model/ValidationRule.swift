/// A rule that a value of an attribute has to satisfy when it is saved.
public struct ValidationRule: Sendable, Hashable, Codable {
  /// The requirement of the value.
  public enum Requirement: Sendable, Hashable, Codable {
    /// Between so many characters (text) or bytes (data), both included.
    case length(min: Int?, max: Int?)
    /// Between two values; the upper one is left out where
    /// `excludesUpperBound` says so.
    case range(min: ConstantValue?, max: ConstantValue?, excludesUpperBound: Bool)
    /// The whole text matches an ICU regular expression.
    case matches(String)
    /// A predicate over the value as SELF, as imported models have them.
    case predicate(ObjectPredicate)
  }

  /// The requirement of the value.
  public var requirement: Requirement
  /// The text that the message adds when it is not met.
  public var message: String?

  /// Makes a rule.
  public init(_ requirement: Requirement, message: String? = nil) {
    self.requirement = requirement
    self.message = message
  }
}

/// A condition that every object of an entity has to meet when it is saved.
public struct CheckDescription: Sendable, Hashable, Codable {
  /// Name of the check.
  public var name: String
  /// Documentation comment.
  public var documentation: String?
  /// The condition that has to hold.
  public var predicate: ObjectPredicate
  /// The text of the error when it does not.
  public var message: String

  /// Makes a check.
  public init(
    name: String, documentation: String? = nil, predicate: ObjectPredicate, message: String
  ) {
    self.name = name
    self.documentation = documentation
    self.predicate = predicate
    self.message = message
  }
}
