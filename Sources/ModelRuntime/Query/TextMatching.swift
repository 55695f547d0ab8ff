internal import Foundation
internal import ModelSchema
internal import ModelSQLite

/// The text comparisons that SQL has no operator for, as functions of a
/// connection.
///
/// Each takes the options of the comparison as its last argument; a NULL
/// argument gives NULL, which no condition takes for true.
struct TextFunctions {
  let connection: Connection

  /// Gives the connection the functions.
  func register() throws(SQLiteError) {
    try connection.register("model_fold", argumentCount: 2) { arguments in
      guard let text = arguments.utf8(0) else { return .null }
      return .text(Self.folded(text, StringOptions(rawValue: Int(arguments.integer(1)))))
    }
    try comparison("model_contains") { $0.contains($1) }
    try comparison("model_begins_with") { $0.hasPrefix($1) }
    try comparison("model_ends_with") { $0.hasSuffix($1) }
  }

  private static func folded(_ text: UnsafeBufferPointer<UInt8>, _ options: StringOptions) -> String
  {
    var folding: String.CompareOptions = []
    if options.contains(.caseInsensitive) { folding.insert(.caseInsensitive) }
    if options.contains(.diacriticInsensitive) { folding.insert(.diacriticInsensitive) }
    return String(decoding: text, as: UTF8.self).folding(options: folding, locale: nil)
  }

  private func comparison(
    _ name: String, _ holds: @escaping (String, String) -> Bool
  ) throws(SQLiteError) {
    try connection.register(name, argumentCount: 3) { arguments in
      guard let left = arguments.utf8(0), let right = arguments.utf8(1) else { return .null }
      let options = StringOptions(rawValue: Int(arguments.integer(2)))
      return .integer(
        holds(Self.folded(left, options), Self.folded(right, options)) ? 1 : 0)
    }
  }
}
