extension Decimal {
  /// Creates the number that the entire text denotes. The initialiser returns
  /// nil if the text is not a number. By contrast, `init(string:)` ignores any
  /// text after a number.
  package init?(exactly text: String) {
    if text == "NaN" {
      self = .nan
      return
    }
    var digits = text.utf8[...]
    if digits.first == UInt8(ascii: "-") || digits.first == UInt8(ascii: "+") {
      digits.removeFirst()
    }
    let isNumber = digits.first.map { $0 != UInt8(ascii: "e") && $0 != UInt8(ascii: "E") } ?? false
    guard isNumber, Double(text) != nil, digits.allSatisfy({ "0123456789.eE+-".utf8.contains($0) }),
      let value = Decimal(string: text)
    else { return nil }
    self = value
  }
}
