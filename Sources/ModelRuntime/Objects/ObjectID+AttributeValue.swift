extension ObjectID: AttributeValue {
  /// The ID as a constant.
  public var constantValue: ConstantValue { .objectID(self) }

  /// The ID of a constant.
  public init?(constantValue: ConstantValue) {
    guard case .objectID(let value) = constantValue else { return nil }
    self = value
  }
}
