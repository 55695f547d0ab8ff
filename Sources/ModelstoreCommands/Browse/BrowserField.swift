/// A property of objects without a class, in the form in which screens show and
/// edit it.
struct BrowserField {
  let property: PropertyDescription
  /// The number of the property in its entity. Inherited properties have the
  /// lowest numbers.
  let number: Int
  let model: ManagedObjectModel

  /// The form field; nil for a property that is not stored.
  var field: FormField? {
    switch property {
    case .attribute(let attribute): attribute.isTransient ? nil : field(attribute)
    case .relationship(let relationship):
      relationship.isTransient ? nil : field(relationship)
    case .fetched: nil
    }
  }

  // MARK: Attributes

  private func field(_ attribute: AttributeDescription) -> FormField {
    let (name, type, model) = (attribute.name, attribute.type, model)
    var field = FormField(name, name, kind(of: attribute))
    field.text = { object in
      do {
        return BrowserValue(try object.value(forKey: name), type, model).short
      } catch {
        return "cannot be read: \(error)"
      }
    }
    field.whole = { object in
      (try? object.value(forKey: name)).flatMap { BrowserValue($0, type, model).whole }
    }
    guard field.kind != .shown else { return field }
    let isOptional = attribute.isOptional
    field.check = { (text: String) throws(FieldError) in
      _ = try type.value(ofFieldText: text, isOptional: isOptional, in: model)
    }
    field.write = { object, text in
      try object.setValue(
        type.value(ofFieldText: text, isOptional: isOptional, in: model), forKey: name)
    }
    return field
  }

  private func kind(of attribute: AttributeDescription) -> FieldKind {
    guard attribute.derivation == nil else { return .shown }
    let none = attribute.isOptional ? [""] : []
    switch attribute.type {
    case .boolean: return .choice(none + ["no", "yes"])
    case .int16, .int32, .int64, .float, .double, .decimal: return .number
    case .string, .date, .uuid, .url, .json, .composite, .list, .codable: return .text
    case .enumeration(let name, _):
      return .choice(none + (model.enumeration(named: name)?.cases.map(\.name) ?? []))
    case .data, .transformable, .undefined: return .shown
    }
  }

  // MARK: Relationships

  private func field(_ relationship: RelationshipDescription) -> FormField {
    let name = relationship.name
    let destination = relationship.destinationName
    let kind: FieldKind =
      relationship.isToMany
      ? .toMany(entityName: destination, isOrdered: relationship.isOrdered)
      : .toOne(entityName: destination, isOptional: relationship.isOptional)
    var field = FormField(name, name, kind)
    field.related = { object in
      switch try? object.value(forKey: name) {
      case let other as ManagedObject: [other]
      case let others as ObjectSet<ManagedObject>:
        others.objects.sorted { $0.objectID.key < $1.objectID.key }
      case let others as OrderedObjects<ManagedObject>: others.objects
      default: []
      }
    }
    if !relationship.isToMany {
      let number = number
      field.text = { object in
        let key = (try? object.load()).map { object._reference(number) } ?? 0
        return key == 0 ? "" : "\(destination)/p\(key) is not there"
      }
    }
    field.relate = { object, others in
      guard !relationship.isToMany else { return try object.setValue(others, forKey: name) }
      guard others.first != nil || relationship.isOptional else {
        throw FieldError("has to be picked", label: name)
      }
      try object.setValue(others.first, forKey: name)
    }
    return field
  }
}

/// A value of an attribute, which is shown on one line or in full.
struct BrowserValue {
  private let value: Any?
  private let type: AttributeType
  private let model: ManagedObjectModel

  /// The maximum numbers of characters of text, and of bytes, on one line.
  private static let length = 200
  private static let byteCount = 16

  init(_ value: Any?, _ type: AttributeType, _ model: ManagedObjectModel) {
    (self.value, self.type, self.model) = (value, type, model)
  }

  /// The value on one line.
  var short: String {
    if let data = value as? Data {
      let bytes = data.prefix(Self.byteCount).map { String(format: "%02x", $0) }
      let dots = data.count > Self.byteCount ? " …" : ""
      let count = data.count == 1 ? "1 byte" : "\(data.count) bytes"
      return "\(count): \(bytes.joined(separator: " "))\(dots)"
    }
    let text = text
    guard text.utf8.count > Self.length else { return text }
    let start = text.prefix(Self.length / 2).prefix { !$0.isNewline }
    return "\(start)… (\(text.count) characters)"
  }

  /// The value on its own screen; nil if it fits completely on one line.
  var whole: WholeValue? {
    if let data = value as? Data { return .bytes(data) }
    guard value != nil else { return nil }
    let text = text
    let isLong = text.utf8.count > Self.length || text.contains(where: \.isNewline)
    return isLong ? .text(text) : nil
  }

  private var text: String {
    if let value = value as? Bool { return value.fieldText }
    guard case .enumeration(let name, _) = type, let value else { return StoredValue.text(value) }
    let raw = StoredValue.text(value)
    let cases = model.enumeration(named: name)?.cases ?? []
    return cases.first { $0.rawValue.fieldText == raw }?.name ?? raw
  }
}

extension ConstantValue {
  /// The raw value of a case, in the form in which `StoredValue` writes it; nil
  /// for any other value.
  fileprivate var fieldText: String? {
    switch self {
    case .string(let text): text
    case .integer(let number): "\(number)"
    default: nil
    }
  }
}

extension AttributeType {
  /// Returns the value that typed text represents; nil for an empty text if the
  /// value is optional.
  ///
  /// - Throws: `FieldError` if the text does not represent a value of the type.
  func value(
    ofFieldText text: String, isOptional: Bool, in model: ManagedObjectModel
  ) throws(FieldError) -> Any? {
    if text.isEmpty, isOptional { return nil }
    switch self {
    case .boolean, .int16, .int32, .int64, .float, .double, .decimal, .uuid, .url:
      return try (swiftType as? any FieldValue.Type)?.init(fieldText: text)
    case .string: return text
    case .date:
      guard let date = ISODate.date(text) ?? ScreenDate.date(text) else {
        throw FieldError("'\(text)' is not a date such as 2012-05-27T14:30:00Z")
      }
      return date
    case .enumeration(let name, let raw):
      guard let found = model.enumeration(named: name)?.cases.first(where: { $0.name == text })
      else { throw FieldError("'\(text)' is no case of \(name)") }
      let text = found.rawValue.fieldText ?? ""
      return raw == .string ? text : Int64(text)
    case .json, .composite, .list, .codable:
      guard let json = try? JSONLine(text.utf8), let read = value(of: json, in: model) else {
        throw FieldError("'\(text)' is no such value as JSON")
      }
      return read.value
    case .data, .transformable, .undefined: throw FieldError("the value cannot be typed")
    }
  }
}
