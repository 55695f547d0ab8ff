internal import Foundation

extension String {
  /// The text without blanks and line ends around it.
  var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
