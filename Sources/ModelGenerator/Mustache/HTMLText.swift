enum HTMLText {
  /// Returns the text with `&`, `"`, `<` and `>` escaped.
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
