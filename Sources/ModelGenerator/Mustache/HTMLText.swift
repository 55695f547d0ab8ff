/// Text for HTML.
enum HTMLText {
  /// The text with the four characters replaced that HTML gives a meaning.
  static func escaped(_ text: String) -> String {
    text.escaped {
      switch $0 {
      case "&": "&amp;"
      case "\"": "&quot;"
      case "<": "&lt;"
      case ">": "&gt;"
      default: nil
      }
    }
  }
}
