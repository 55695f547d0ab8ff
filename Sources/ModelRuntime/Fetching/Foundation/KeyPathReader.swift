/// A component of a Swift key path, as an operation on a value.
enum KeyPathStep {
  case name(String)
  case count
  /// The length of a string, or the number of bytes in data.
  case length
  case isEmpty
  case isEmptyText
  case first
  case last
  /// The value itself, because the component does not change it, such as the
  /// raw value of an enumeration.
  case itself

  /// Returns the node that results from applying the step to a value.
  func node(from base: ObjectExpression) -> TranslatedNode {
    switch self {
    case .name(let name): .expression(base.appending(name))
    case .count: .expression(base.appending("@count"))
    case .length: .expression(.function("length:", [base]))
    case .isEmpty:
      .predicate(.compare(base.appending("@count"), .equal, .constant(.integer(0))))
    case .isEmptyText:
      .predicate(.compare(.function("length:", [base]), .equal, .constant(.integer(0))))
    case .first: .expression(.element(.first, of: base))
    case .last: .expression(.element(.last, of: base))
    case .itself: .expression(base)
    }
  }
}

/// A reader of Swift key paths, which reveal neither the names of the
/// properties on them nor their components.
///
/// The description of a path consists of the descriptions of its components,
/// and is the same for all paths through the same properties. A path is
/// therefore divided by comparing it with the known key paths of one type after
/// another.
struct KeyPathReader {
  private var rest: Substring
  private var type: Any.Type

  /// Returns the steps of a path; nil if one of its components cannot be
  /// translated.
  static func steps(of path: AnyKeyPath) -> [KeyPathStep]? {
    let root = Swift.type(of: path).rootType
    // A path with one component is compared as a whole, which is faster and also works
    // for generic types.
    if let known = candidates(of: root).first(where: { $0.path == path }) { return [known.step] }
    var reader = KeyPathReader(rest: Self.text(of: path), type: root)
    return reader.steps()
  }

  /// Returns the names of the properties on a path; nil if the path has other
  /// components.
  static func names(of path: AnyKeyPath) -> [String]? {
    guard let steps = steps(of: path) else { return nil }
    var names: [String] = []
    for step in steps {
      switch step {
      case .name(let name): names.append(name)
      case .count: names.append("@count")
      case .itself: break
      case .length, .isEmpty, .isEmptyText, .first, .last: return nil
      }
    }
    return names.isEmpty ? nil : names
  }

  /// Returns the description of a path's components, without the name of its
  /// root type.
  private static func text(of path: AnyKeyPath) -> Substring {
    "\(path)".dropFirst("\\\(Swift.type(of: path).rootType)".count)
  }

  private mutating func steps() -> [KeyPathStep]? {
    var steps: [KeyPathStep] = []
    while let first = rest.first {
      if first == "?" || first == "!" {
        rest.removeFirst()
        continue
      }
      type = (type as? any OptionalType.Type)?.wrapped ?? type
      guard let step = step() else { return nil }
      steps.append(step)
    }
    return steps
  }

  private mutating func step() -> KeyPathStep? {
    if let composite = type as? any StoredComposite.Type { return step(ofElements: composite) }
    return Self.candidates(of: type).first { take($0.path) }?.step
  }

  /// Returns the key paths of a type that can be translated in conditions, with
  /// the steps that represent them.
  private static func candidates(of type: Any.Type) -> [(path: AnyKeyPath, step: KeyPathStep)] {
    func objectID<Object: Fetchable>(of type: Object.Type) -> AnyKeyPath { \Object.objectID }
    switch type {
    case let object as ManagedObject.Type:
      var paths = object.bindings.map {
        (path: $0.keyPath as AnyKeyPath, step: KeyPathStep.name($0.name))
      }
      // Through a value of the protocol's type, `self` is the metatype of the class
      // itself.
      if let fetchable = type as? any Fetchable.Type {
        paths.append((objectID(of: fetchable), .name("objectID")))
      }
      return paths
    case let value as any StoredEnumeration.Type:
      return value.rawValueKeyPath.map { [($0, .itself)] } ?? []
    case let value as any KeyPathReadable.Type: return value.readablePaths
    default: return []
    }
  }

  /// Returns the next step of a path, which leads to an element of a composite
  /// value; nil if it does not.
  private mutating func step(ofElements type: any StoredComposite.Type) -> KeyPathStep? {
    let name = rest.dropFirst().prefix { $0 != "." && $0 != "?" && $0 != "!" }
    let element = Mirror(reflecting: type.init()).children.first { $0.label ?? "" == name }
    guard let element else { return nil }
    rest = rest.dropFirst(name.count + 1)
    self.type = Swift.type(of: element.value)
    return .name(String(name))
  }

  /// Removes the components of a path from the beginning of `rest`.
  ///
  /// - Returns: False if `rest` does not begin with the components.
  private mutating func take(_ path: AnyKeyPath) -> Bool {
    let text = Self.text(of: path)
    guard !text.isEmpty, rest.hasPrefix(text) else { return false }
    let behind = rest.dropFirst(text.count)
    guard behind.isEmpty || ".?!".contains(behind.first ?? ".") else { return false }
    rest = behind
    type = Swift.type(of: path).valueType
    return true
  }
}

/// An optional of any type.
protocol OptionalType {
  static var wrapped: Any.Type { get }
}

extension Optional: OptionalType {
  static var wrapped: Any.Type { (Wrapped.self as? any OptionalType.Type)?.wrapped ?? Wrapped.self }
}

/// A type whose key paths can be translated in conditions.
protocol KeyPathReadable {
  static var readablePaths: [(path: AnyKeyPath, step: KeyPathStep)] { get }
}

extension ObjectSet: KeyPathReadable {
  static var readablePaths: [(path: AnyKeyPath, step: KeyPathStep)] {
    [(\Self.count, .count), (\Self.isEmpty, .isEmpty)]
  }
}

extension OrderedObjects: KeyPathReadable {
  static var readablePaths: [(path: AnyKeyPath, step: KeyPathStep)] {
    [
      (\Self.count, .count), (\Self.isEmpty, .isEmpty), (\Self.first, .first),
      (\Self.last, .last),
    ]
  }
}

extension Array: KeyPathReadable {
  static var readablePaths: [(path: AnyKeyPath, step: KeyPathStep)] {
    [
      (\Self.count, .count), (\Self.isEmpty, .isEmpty), (\Self.first, .first),
      (\Self.last, .last),
    ]
  }
}

extension String: KeyPathReadable {
  static var readablePaths: [(path: AnyKeyPath, step: KeyPathStep)] {
    [
      (\Self.count, .length), (\Self.isEmpty, .isEmptyText),
      (\Self.unicodeScalars.count, .length),
    ]
  }
}

extension Data: KeyPathReadable {
  static var readablePaths: [(path: AnyKeyPath, step: KeyPathStep)] {
    [(\Self.count, .length), (\Self.isEmpty, .isEmptyText)]
  }
}
