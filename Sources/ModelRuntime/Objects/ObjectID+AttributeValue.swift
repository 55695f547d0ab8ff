extension ObjectID: AttributeValue {
  /// The ID as a constant.
  public var constantValue: ConstantValue { .objectID(self) }

  /// Creates the ID from a constant; nil if the constant has another type.
  public init?(constantValue: ConstantValue) {
    guard case .objectID(let value) = constantValue else { return nil }
    self = value
  }
}
