/// The reserved words of the format grammar, which can be used as keys only
/// after `#`.
enum ReservedWord: String, CaseIterable {
  case and = "AND"
  case or = "OR"
  case `in` = "IN"
  case not = "NOT"
  case all = "ALL"
  case any = "ANY"
  case some = "SOME"
  case none = "NONE"
  case like = "LIKE"
  case caseInsensitive = "CASEINSENSITIVE"
  case ci = "CI"
  case matches = "MATCHES"
  case contains = "CONTAINS"
  case beginsWith = "BEGINSWITH"
  case endsWith = "ENDSWITH"
  case between = "BETWEEN"
  case null = "NULL"
  case `nil` = "NIL"
  case `self` = "SELF"
  case `true` = "TRUE"
  case yes = "YES"
  case `false` = "FALSE"
  case no = "NO"
  case first = "FIRST"
  case last = "LAST"
  case size = "SIZE"
  case anyKey = "ANYKEY"
  case subquery = "SUBQUERY"
  case fetch = "FETCH"
  case cast = "CAST"
  case truePredicate = "TRUEPREDICATE"
  case falsePredicate = "FALSEPREDICATE"
  case apply = "APPLY"
  case function = "FUNCTION"
  case intersect = "INTERSECT"
  case intersection = "INTERSECTION"
  case minus = "MINUS"
  case union = "UNION"
  case tokenMatches = "TOKENMATCHES"
  case ternary = "TERNARY"

  /// Creates a reserved word from a string, ignoring the case of ASCII letters.
  /// The initialiser returns nil if the string is not a reserved word.
  init?(_ word: String) {
    guard word.utf8.count <= 15 else { return nil }
    var upper = ""
    for byte in word.utf8 {
      guard byte < 0x80 else { return nil }
      let isLower = byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
      upper.unicodeScalars.append(Unicode.Scalar(isLower ? byte - 0x20 : byte))
    }
    self.init(rawValue: upper)
  }
}
