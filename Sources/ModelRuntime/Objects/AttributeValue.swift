/// A Swift value that an attribute can have.
public protocol AttributeValue: RowValue, Equatable {
  /// The value as a constant of predicates and models.
  var constantValue: ConstantValue { get }
  /// Creates the value that a constant represents; nil if the constant has another
  /// type.
  init?(constantValue: ConstantValue)
}

extension Bool: AttributeValue {
  /// The Boolean as a constant.
  public var constantValue: ConstantValue { .boolean(self) }

  /// Creates the Boolean from a constant; nil if the constant has another type.
  public init?(constantValue: ConstantValue) {
    guard case .boolean(let value) = constantValue else { return nil }
    self = value
  }
}

extension FixedWidthInteger where Self: AttributeValue {
  /// The integer as a constant.
  public var constantValue: ConstantValue { .integer(Int64(clamping: self)) }

  /// Creates the integer from a constant; nil if the constant has another type or is
  /// out of range.
  public init?(constantValue: ConstantValue) {
    guard case .integer(let value) = constantValue else { return nil }
    self.init(exactly: value)
  }
}

extension Int: AttributeValue {}
extension Int16: AttributeValue {}
extension Int32: AttributeValue {}
extension Int64: AttributeValue {}

extension BinaryFloatingPoint where Self: AttributeValue {
  /// The number as a constant.
  public var constantValue: ConstantValue { .double(Double(self)) }

  /// Creates the number from a constant, which can also be an integer; nil if
  /// the constant has another type.
  public init?(constantValue: ConstantValue) {
    switch constantValue {
    case .double(let value): self.init(value)
    case .integer(let value): self.init(value)
    default: return nil
    }
  }
}

extension Double: AttributeValue {}
extension Float: AttributeValue {}

extension String: AttributeValue {
  /// The string as a constant.
  public var constantValue: ConstantValue { .string(self) }

  /// Creates the string from a constant; nil if the constant has another type.
  public init?(constantValue: ConstantValue) {
    guard case .string(let value) = constantValue else { return nil }
    self = value
  }
}

extension Date: AttributeValue {
  /// The date as a constant.
  public var constantValue: ConstantValue { .date(self) }

  /// Creates the date from a constant; nil if the constant has another type.
  public init?(constantValue: ConstantValue) {
    guard case .date(let value) = constantValue else { return nil }
    self = value
  }
}

extension Decimal: AttributeValue {
  /// The decimal as a constant.
  public var constantValue: ConstantValue { .decimal(self) }

  /// Creates the decimal from a constant, which can also be an integer; nil if
  /// the constant has another type.
  public init?(constantValue: ConstantValue) {
    switch constantValue {
    case .decimal(let value): self = value
    case .integer(let value): self = Decimal(value)
    default: return nil
    }
  }
}

extension Data: AttributeValue {
  /// The data as a constant.
  public var constantValue: ConstantValue { .data(self) }

  /// Creates the data from a constant; nil if the constant has another type.
  public init?(constantValue: ConstantValue) {
    guard case .data(let value) = constantValue else { return nil }
    self = value
  }
}

extension UUID: AttributeValue {
  /// The UUID as a constant.
  public var constantValue: ConstantValue { .uuid(self) }

  /// Creates the UUID from a constant; nil if the constant has another type.
  public init?(constantValue: ConstantValue) {
    guard case .uuid(let value) = constantValue else { return nil }
    self = value
  }
}

extension URL: AttributeValue {
  /// The URL as a constant.
  public var constantValue: ConstantValue { .url(self) }

  /// Creates the URL from a constant; nil if the constant has another type.
  public init?(constantValue: ConstantValue) {
    guard case .url(let value) = constantValue else { return nil }
    self = value
  }
}

extension Optional: AttributeValue, RowValue where Wrapped: AttributeValue {
  /// The value as a constant; null for nil.
  public var constantValue: ConstantValue { self?.constantValue ?? .null }

  /// Creates the value from a constant. Null becomes nil.
  public init?(constantValue: ConstantValue) {
    guard constantValue != .null else {
      self = .none
      return
    }
    guard let value = Wrapped(constantValue: constantValue) else { return nil }
    self = value
  }
}
