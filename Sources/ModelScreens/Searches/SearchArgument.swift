/// An argument of a declared search, which passes typed text to a parameter of a
/// `fetch`.
public struct SearchArgument: Sendable {
  /// The name of the parameter in the declaration of the `fetch`.
  public let name: String
  /// The kind of field in which the argument is typed.
  let kind: FieldKind
  /// True if the argument can be left empty.
  let isOptional: Bool
  /// A closure that returns the value that a string represents; nil if the
  /// default value in the declaration is used. It throws an error if the string
  /// is not valid.
  let value: @Sendable (String) throws(FieldError) -> ConstantValue?

  /// Creates an argument for a value of the given type, which is typed in the
  /// same form as in a field.
  public static func value<Value: FieldValue & AttributeValue>(
    _ name: String, _ type: Value.Type, isOptional: Bool = false
  ) -> SearchArgument {
    SearchArgument(name, Value.fieldKind, isOptional) { (text: String) throws(FieldError) in
      // A string is searched for exactly as typed, including the spaces around it.
      if let exact = text as? Value { return exact.constantValue }
      return try Value(fieldText: text).constantValue
    }
  }

  /// Creates an argument that is an enumeration case, typed by name.
  public static func choice<Value: StoredEnumeration>(
    _ name: String, _ type: Value.Type, isOptional: Bool = false
  ) -> SearchArgument {
    SearchArgument(name, EnumerationCase<Value>.fieldKind, isOptional) {
      (text: String) throws(FieldError) in
      try EnumerationCase<Value>(fieldText: text).value.constantValue
    }
  }

  /// Creates an argument that is a list of values, separated by commas.
  public static func list<Value: FieldValue & AttributeValue>(
    _ name: String, _ type: Value.Type, isOptional: Bool = false
  ) -> SearchArgument {
    list(name, isOptional) { (text: String) throws(FieldError) in
      try Value(fieldText: text).constantValue
    }
  }

  /// Creates an argument that is a list of enumeration cases, typed by name and
  /// separated by commas.
  public static func choices<Value: StoredEnumeration>(
    _ name: String, _ type: Value.Type, isOptional: Bool = false
  ) -> SearchArgument {
    list(name, isOptional) { (text: String) throws(FieldError) in
      try EnumerationCase<Value>(fieldText: text).value.constantValue
    }
  }

  /// Creates an argument for bytes, typed as hexadecimal digits such as `0a ff`.
  public static func bytes(_ name: String, isOptional: Bool = false) -> SearchArgument {
    SearchArgument(name, .text, isOptional, value: bytes)
  }

  /// Creates an argument that is a list of bytes, typed as hexadecimal digits and
  /// separated by commas.
  public static func bytesList(_ name: String, isOptional: Bool = false) -> SearchArgument {
    list(name, isOptional, bytes)
  }

  private static func bytes(_ text: String) throws(FieldError) -> ConstantValue {
    let digits = text.filter { !$0.isWhitespace }
    let values = digits.compactMap { $0.isASCII ? $0.hexDigitValue : nil }
    guard values.count == digits.count, values.count.isMultiple(of: 2) else {
      throw FieldError("'\(text)' is not bytes in hexadecimal digits, such as 0a ff")
    }
    return .data(
      Data(stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] * 16 + values[$0 + 1]) })
    )
  }

  private static func list(
    _ name: String, _ isOptional: Bool,
    _ value: @escaping @Sendable (String) throws(FieldError) -> ConstantValue
  ) -> SearchArgument {
    SearchArgument(name, .text, isOptional) { (text: String) throws(FieldError) in
      let values = try text.split(separator: ",").map { (part) throws(FieldError) in
        try value(String(part))
      }
      guard !values.isEmpty else { throw FieldError("type one value or several, with commas") }
      return .list(values)
    }
  }

  private init(
    _ name: String, _ kind: FieldKind, _ isOptional: Bool,
    value: @escaping @Sendable (String) throws(FieldError) -> ConstantValue
  ) {
    self.name = name
    self.kind = kind
    self.isOptional = isOptional
    self.value = { (text: String) throws(FieldError) in
      isOptional && text.allSatisfy(\.isWhitespace) ? nil : try value(text)
    }
  }
}

/// The notation in which the arguments of a search are typed as one string,
/// such as `name:city`.
struct SearchPrompt: Sendable {
  let text: String
  private let names: [String]
  /// The separators between successive arguments.
  private let separators: [String]

  /// Creates the notation for the given arguments.
  ///
  /// - Parameter text: The names of the arguments with separators between them.
  ///   If it is empty, the separators are colons.
  init(_ text: String, names: [String]) {
    self.text = text.isEmpty ? names.joined(separator: ":") : text
    self.names = names
    var separators: [String] = []
    var rest = Substring(self.text)
    for name in names {
      guard let range = rest.range(of: name) else { continue }
      if !separators.isEmpty || name != names.first {
        separators.append(String(rest[..<range.lowerBound]))
      }
      rest = rest[range.upperBound...]
    }
    self.separators = separators
  }

  /// Divides a typed string into the text of each argument.
  ///
  /// - Throws: `FieldError` if a separator is missing, or if the last separator
  ///   occurs again.
  func texts(of text: String) throws(FieldError) -> [String] {
    var texts: [String] = []
    var rest = Substring(text)
    for separator in separators {
      guard let range = rest.range(of: separator) else { throw issue }
      texts.append(String(fieldText: String(rest[..<range.lowerBound])))
      rest = rest[range.upperBound...]
    }
    if let last = separators.last, rest.contains(last) { throw issue }
    // The text of a single argument is kept exactly as typed.
    return texts + [texts.isEmpty ? text : String(fieldText: String(rest))]
  }

  private var issue: FieldError {
    let signs = Set(separators).sorted().map { "'\($0)'" }.joined(separator: " and ")
    return FieldError("type \(text), with one \(signs) between them")
  }
}
