extension Decimal {
  /// The number that the whole of a text spells, or nil; `init(string:)`
  /// stops at what it does not understand.
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
