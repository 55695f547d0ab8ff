internal import ModelSchema

/// The paths into a composite value, for conditions and sort orders.
public struct CompositePaths<Composite: StoredComposite>: Sendable {
  let base: ObjectExpression

  /// An element.
  public subscript<Value>(_ name: String) -> ValueExpression<Value> {
    ValueExpression(base.appending(name))
  }

  /// An element that is a composite value itself.
  public subscript<Element: StoredComposite>(_ name: String) -> CompositePaths<Element> {
    CompositePaths<Element>(base: base.appending(name))
  }
}

extension Paths {
  /// A composite attribute.
  public subscript<Composite: StoredComposite>(_ name: String) -> CompositePaths<Composite> {
    CompositePaths<Composite>(base: base.appending(name))
  }
}

extension ObjectExpression {
  /// The path one name further.
  func appending(_ name: String) -> ObjectExpression {
    if case .keyPath(let names, let root) = self { return .keyPath(names + [name], of: root) }
    return .keyPath([name], of: self)
  }
}
