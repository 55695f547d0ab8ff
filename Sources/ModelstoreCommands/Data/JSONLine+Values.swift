// The values of an import. A value that does not fit its type exactly is an
// error, and is never rounded.

extension AttributeDescription {
  /// Returns the value that JSON in an export represents; nil if it does not
  /// fit.
  func value(of json: JSONLine, in model: ManagedObjectModel) -> AttributeType.ReadValue? {
    guard isOptional || json != .null else { return nil }
    return type.value(of: json, in: model).flatMap { keeps($0.value) ? $0 : nil }
  }

  /// Returns whether the column keeps the value exactly. All digits of a
  /// `Decimal` are kept only if the attribute is `@exact`, otherwise as many as
  /// a `Double` has.
  func keeps(_ value: Any?) -> Bool {
    if let number = value as? Decimal, number.isNaN { return !isExact }
    guard !isExact, let number = value as? Decimal,
      let digits = DecimalDigits(number.description)
    else { return true }
    return digits.digits.count <= 15 || digits.isShortestText(of: number.description)
  }
}

extension AttributeType {
  /// A value that was read, which may be nil.
  struct ReadValue {
    let value: Any?
  }

  /// Returns the value that JSON in an export represents; nil if it has another
  /// type, or if the type would change it.
  func value(of json: JSONLine, in model: ManagedObjectModel) -> ReadValue? {
    if json == .null { return ReadValue(value: nil) }
    let value: Any? =
      switch self {
      case .boolean: json.boolean
      case .int16: json.integer.flatMap(Int16.init(exactly:))
      case .int32: json.integer.flatMap(Int32.init(exactly:))
      case .int64: json.integer
      case .float: json.special.map { Float($0) } ?? json.digits.flatMap(Float.init(exactly:))
      case .double: json.double
      case .decimal: json.decimal
      case .string: json.string
      case .date: json.date
      case .data, .transformable: json.data
      case .uuid: json.string.flatMap(UUID.init(uuidString:))
      case .url: json.string.flatMap(URL.init(exactly:))
      case .json: json.document
      case .codable: json.codedDocument
      case .list(let element): element.areFit(json.array, in: model) ? json.list : nil
      case .enumeration(_, let raw): raw.value(of: json, in: model)?.value
      case .composite(let name): Self.composite(name, json, model)
      case .undefined: nil
      }
    return value.map { ReadValue(value: $0) }
  }

  /// Returns whether the values can be elements of a list of this type, which
  /// is stored as a document.
  private func areFit(_ elements: [JSONLine]?, in model: ManagedObjectModel) -> Bool {
    guard let elements else { return false }
    switch self {
    case .boolean, .int16, .int32, .int64, .float, .double, .string:
      return elements.allSatisfy { value(of: $0, in: model)?.value != nil }
    case .decimal, .date, .data, .transformable, .uuid, .url, .json, .codable, .list,
      .enumeration, .composite, .undefined:
      return true
    }
  }

  private static func composite(
    _ name: String, _ json: JSONLine, _ model: ManagedObjectModel
  ) -> [String: Any?]? {
    guard case .object(let members) = json, let composite = model.composite(named: name) else {
      return nil
    }
    var values: [String: Any?] = [:]
    for (name, member) in members {
      guard let element = composite.elements.first(where: { $0.name == name }),
        let read = element.value(of: member, in: model)
      else { return nil }
      values[name] = .some(read.value)
    }
    return values
  }
}

extension JSONLine {
  /// The value as a document, in which all numbers are Doubles; nil if a
  /// `Double` cannot represent one of them.
  var document: JSONTree? {
    tree { digits in
      Double(exactly: digits).map { number in
        Int(exactly: number).map(JSONTree.integer) ?? .number(number)
      }
    }
  }

  /// The value as a document of a program's own type, in which integers keep
  /// all of their digits; nil if no document can represent the value.
  fileprivate var codedDocument: JSONTree? {
    tree { digits in
      DecimalDigits(digits)?.integer.flatMap(Int.init(exactly:)).map(JSONTree.integer)
        ?? Double(exactly: digits).map(JSONTree.number)
    }
  }

  private func tree(_ number: (String) -> JSONTree?) -> JSONTree? {
    switch self {
    case .null: return .null
    case .boolean(let value): return .boolean(value)
    case .number(let digits): return number(digits)
    case .string(let text): return .string(text)
    case .array(let elements):
      let documents = elements.compactMap { $0.tree(number) }
      return documents.count == elements.count ? .array(documents) : nil
    case .object(let members):
      let documents = members.compactMapValues { $0.tree(number) }
      return documents.count == members.count ? .object(documents) : nil
    }
  }

  /// The value as a list, in which integers keep all of their digits; nil for
  /// any other value.
  fileprivate var list: JSONTree? { array == nil ? nil : codedDocument }

  fileprivate var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }

  fileprivate var digits: String? { if case .number(let digits) = self { digits } else { nil } }

  fileprivate var integer: Int64? { digits.flatMap { DecimalDigits($0)?.integer } }

  /// An infinite number, which JSON cannot represent; nil for any other value.
  fileprivate var special: Double? {
    string.flatMap { ["inf": .infinity, "-inf": -.infinity][$0] }
  }

  /// The decimal number that the digits represent, or Core Data's `NaN`; nil
  /// for any other value.
  fileprivate var decimal: Decimal? {
    string == "NaN" ? .nan : (string ?? digits).flatMap(Decimal.init(exactly:))
  }

  fileprivate var double: Double? { special ?? digits.flatMap(Double.init(exactly:)) }

  fileprivate var date: Date? {
    string.flatMap(ISODate.exactDate)
      ?? digits.flatMap(Double.init(exactly:)).map(Date.init(timeIntervalSinceReferenceDate:))
  }

  /// The bytes of a Base64 string, which must be in canonical form; nil for any
  /// other value.
  fileprivate var data: Data? {
    guard let string, let data = Data(base64Encoded: string), data.base64EncodedString() == string
    else { return nil }
    return data
  }
}

extension URL {
  /// Creates the URL of a string; nil if the string is invalid, or if the URL
  /// would have a different string.
  init?(exactly text: String) {
    guard let url = URL(string: text), url.absoluteString.utf8.elementsEqual(text.utf8) else {
      return nil
    }
    self = url
  }
}
