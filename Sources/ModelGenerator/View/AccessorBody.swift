/// The Swift code of a property's getter and setter.
struct AccessorBody {
  let accessor: AccessorView

  private var key: CodeLayout { .text("Key.\(accessor.name)") }
  private var storage: String {
    EntityNames(accessor.entity, in: accessor.shape).storage
  }

  /// The code of the getter. If there is no setter and the getter is not
  /// inlinable, it is only the body.
  var getter: String {
    let layout: CodeLayout =
      switch accessor.property {
      case .attribute: reading(stored)
      case .relationship(let relationship) where relationship.isTransient: reading(stored)
      case .relationship(let relationship) where relationship.isToMany:
        .closure(
          "get { ",
          .call(
            "\(relationship.isOrdered ? "OrderedObjects" : "ObjectSet")(", [.text("self"), key]))
      case .relationship(let relationship):
        reading(
          .call(
            "\(relationship.isOptional ? "_object" : "_requiredObject")(", [stored, key]))
      case .fetched: .closure("get throws { ", .call("try _fetched(", [key]))
      }
    return layout.text(indentation: 4, column: 4)
  }

  /// The code of the setter; nil if users cannot set the property.
  var setter: String? {
    guard accessor.isSettable else { return nil }
    let layout: CodeLayout =
      switch accessor.property {
      // The runtime also sets the other end.
      case .relationship(let relationship) where !relationship.isTransient:
        .call(
          relationship.isToMany ? "_replace(" : "_relate(",
          [key, .text(relationship.isToMany ? "with: newValue" : "to: newValue")])
      default:
        .closure(
          "_changing(Key.\(accessor.name)) { ",
          .chain([stored, .text("newValue")], operator: "="))
      }
    return CodeLayout.closure("set { ", layout).text(indentation: 4, column: 4)
  }

  /// The expression for the property that stores the value. For a transient
  /// property, its name differs from those of all members of managed objects.
  private var stored: CodeLayout {
    accessor.isTransient
      ? .text("_\(accessor.property.name)Value") : .text("\(storage).\(accessor.name)")
  }

  private func reading(_ value: CodeLayout) -> CodeLayout {
    let read = CodeLayout.call("_reading(", [key, value])
    if accessor.isInlined { return .closure("@inlinable get { ", read) }
    return accessor.isSettable ? .closure("get { ", read) : read
  }
}
