/// An error in reading models from files, or in merging them.
public struct ModelFileError: Error, Sendable, Hashable {
  /// The kind of error, for programs.
  public enum Reason: String, Sendable, Hashable {
    /// The file or folder cannot be read.
    case unreadable
    /// The file does not contain a model.
    case notAModel
    /// The model refers to a missing name, or declares a name twice.
    case inconsistent
    /// Two models have different entities or types with the same name.
    case conflict
    /// The folder does not contain a model.
    case empty
  }

  /// The kind of error, for programs.
  public var reason: Reason
  /// The message, for users.
  public var message: String

  /// Creates an error with a reason and a message for users.
  public init(_ reason: Reason, _ message: String) {
    self.reason = reason
    self.message = message
  }
}

extension ModelFileError: CustomStringConvertible {
  /// The message, without the reason.
  public var description: String { message }
}
