/// Why models cannot be read from files, or not be put together.
public struct ModelFileError: Error, Sendable, Hashable {
  /// What went wrong, for programs.
  public enum Reason: String, Sendable, Hashable {
    /// The file or folder cannot be read.
    case unreadable
    /// The file holds no model.
    case notAModel
    /// The model names what it does not have, or has a name twice.
    case inconsistent
    /// Two models have different entities or types of one name.
    case conflict
    /// The folder holds no model.
    case empty
  }

  /// What went wrong, for programs.
  public var reason: Reason
  /// What went wrong, for people.
  public var message: String

  /// Makes an error.
  public init(_ reason: Reason, _ message: String) {
    self.reason = reason
    self.message = message
  }
}

extension ModelFileError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}
