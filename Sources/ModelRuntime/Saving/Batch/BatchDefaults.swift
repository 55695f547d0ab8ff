/// The initial values of new rows whose other values are set by a closure.
struct BatchDefaults {
  /// A value of a property that cannot be set in an object. The value is bound
  /// to a parameter of the insert statement.
  struct Constant {
    let parameter: Int32
    let value: ConstantValue
  }

  private let blank: AnyObject
  private let settable: [(binding: PropertyBinding, value: DefaultValue)]
  private let fixed: [(parameter: Int32, value: DefaultValue)]

  /// Creates the initial values from an object that has the model's constant
  /// defaults.
  init(of carrier: ManagedObject) {
    blank = carrier._copyValues()
    let entity = carrier._batch.entity
    var settable: [(binding: PropertyBinding, value: DefaultValue)] = []
    var fixed: [(parameter: Int32, value: DefaultValue)] = []
    // The first parameter is the key.
    var parameter: Int32 = 2
    for property in entity.properties where property.isStoredInRow {
      let attribute = property.description.attribute
      if let value = attribute?.defaultValue, value == .now || value == .uuid,
        let binding = entity.bindings[property.number]
      {
        if attribute?.isConstant == true || binding.write == nil {
          fixed.append((parameter, value))
        } else {
          settable.append((binding, value))
        }
      }
      parameter += Int32(carrier.columnCount(of: property.number))
    }
    self.settable = settable
    self.fixed = fixed
  }

  /// Sets the values of an object to the initial values of a new row.
  func restore(_ carrier: ManagedObject) {
    carrier._restore(blank)
    for (binding, value) in settable { _ = binding.write?(carrier, value.newConstant.swiftValue) }
  }

  /// The initial values of properties that cannot be set in an object. The
  /// values are computed again for each row.
  var constants: [Constant] {
    fixed.map { Constant(parameter: $0.parameter, value: $0.value.newConstant) }
  }
}

extension ManagedObject {
  /// Returns the number of columns of a stored property.
  fileprivate final func columnCount(of number: Int) -> Int {
    _batch.context?.store.mapping.mapping(of: _batch.entity).columns
      .count { $0.propertyNumber == number } ?? 1
  }
}
