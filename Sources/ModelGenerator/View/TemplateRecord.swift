/// A value that templates can be given.
protocol TemplateConvertible {
  /// The value for templates.
  var templateValue: TemplateValue { get }
}

/// A documented part of the values for templates: each stored property is a name that
/// tags may look up, described by the property's documentation.
///
/// A property that is nil or empty still hides a property of the same name around it: a
/// class without comments does not get the model's.
protocol TemplateRecord: TemplateConvertible {}

extension TemplateRecord {
  /// The stored properties, by their names.
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
