/// Lines that are shown in a box until a key is pressed: help, or a message that
/// does not fit elsewhere.
struct TextBox {
  let title: String
  let lines: [String]
  var isError = false
  /// The first line that is shown.
  var top = 0
}
