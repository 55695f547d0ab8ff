extension ObjectID: AttributeValue {
  /// The ID as a constant.
  public var constantValue: ConstantValue { .objectID(self) }

  /// Makes the ID of a constant.
  public init?(constantValue: ConstantValue) {
    guard case .objectID(let value) = constantValue else { return nil }
    self = value
  }
}
