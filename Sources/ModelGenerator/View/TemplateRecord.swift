/// A value that can be passed to templates.
protocol TemplateConvertible {
  /// The value in the form in which templates receive it.
  var templateValue: TemplateValue { get }
}

/// A documented part of the values for templates. Each stored property is a
/// name that tags can look up, and is described by the documentation of the
/// property.
///
/// A property that is nil or empty still hides a property of the same name in
/// the outer context. For example, a class without comments does not get the
/// comments of the model.
protocol TemplateRecord: TemplateConvertible {}

extension TemplateRecord {
  /// The stored properties as the members of an object, by name.
  var templateValue: TemplateValue {
    var members: [String: TemplateValue] = [:]
    for case (let name?, let value) in Mirror(reflecting: self).children {
      guard let value = value as? any TemplateConvertible else {
        preconditionFailure("a template cannot be given '\(name)' of \(Self.self)")
      }
      members[name] = value.templateValue
    }
    return .object(members)
  }
}

extension String: TemplateConvertible {
  var templateValue: TemplateValue { .text(self) }
}

extension Bool: TemplateConvertible {
  var templateValue: TemplateValue { .boolean(self) }
}

extension Int: TemplateConvertible {
  var templateValue: TemplateValue { .integer(self) }
}

extension Array: TemplateConvertible where Element: TemplateConvertible {
  var templateValue: TemplateValue { .list(map(\.templateValue)) }
}

extension Optional: TemplateConvertible where Wrapped: TemplateConvertible {
  var templateValue: TemplateValue { self?.templateValue ?? .null }
}
