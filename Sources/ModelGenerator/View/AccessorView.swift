/// The values that the template `swift-accessor` receives for a property of a
/// class.
struct AccessorTemplate: TemplateRecord {
  let docs: [String]
  /// The lines of Swift attributes before the property.
  let attributes: [String]
  let name: String
  /// The name of the property without backticks.
  let bareName: String
  let type: String
  let access: String
  /// The code of the getter.
  let getter: String
  /// The code of the setter; nil if users cannot set the property.
  let setter: String?
  /// The initial value of a transient property, including the equals sign; nil for
  /// other properties.
  let zero: String?
}

/// A property of a class as it is declared in Swift.
struct AccessorView {
  let property: PropertyDescription
  let entity: EntityDescription
  let shape: ModelShape

  var template: AccessorTemplate {
    let body = AccessorBody(accessor: self)
    return AccessorTemplate(
      docs: docs, attributes: property.deprecationLines, name: name, bareName: property.name,
      type: type, access: access.modifier, getter: body.getter, setter: body.setter,
      zero: isTransient ? transientStart : nil)
  }

  /// True if the getter can be inlined into other modules.
  var isInlined: Bool {
    // The storage of a public class is `@usableFromInline`; that of a transient property is
    // private.
    access == .public && property.attribute.map { !$0.isTransient } ?? false
  }

  var name: String { SwiftName.escaped(property.name) }

  /// The Swift type of the property, as source text.
  var type: String {
    switch property {
    case .attribute(let attribute): AttributeShape(attribute: attribute, shape: shape).type
    case .relationship(let relationship): type(of: relationship)
    case .fetched(let fetched): fetched.type(of: shape.className(fetched.request.entityName))
    }
  }

  private func type(of relationship: RelationshipDescription) -> String {
    let destination = shape.className(relationship.destinationName)
    guard !relationship.isTransient else { return transientType(of: relationship, destination) }
    guard relationship.isToMany else {
      return relationship.isOptional ? destination + "?" : destination
    }
    return relationship.isOrdered ? "OrderedObjects<\(destination)>" : "ObjectSet<\(destination)>"
  }

  /// Returns the Swift type of a transient relationship, which has the form of
  /// an ordinary property's type, because its objects do not come from a store.
  private func transientType(
    of relationship: RelationshipDescription, _ destination: String
  ) -> String {
    guard relationship.isToMany else { return destination + "?" }
    return relationship.isOrdered ? "[\(destination)]" : "Set<\(destination)>"
  }

  var access: AccessLevel {
    switch property {
    case .attribute: shape.access(of: entity)
    case .relationship(let relationship):
      shape.access(of: entity, towards: relationship.destinationName)
    case .fetched(let fetched): shape.access(of: entity, towards: fetched.request.entityName)
    }
  }

  /// True if users can set the property. They cannot if it is constant, derived
  /// or a fetched property.
  var isSettable: Bool {
    switch property {
    case .attribute(let attribute): !attribute.isConstant && attribute.derivation == nil
    case .relationship(let relationship): !relationship.isConstant
    case .fetched: false
    }
  }

  private var docs: [String] {
    guard property.documentation == nil, property.attribute?.type.isArchive == true else {
      return SwiftDocumentation.lines(property.documentation)
    }
    return ["/// The bytes of an archive, as `NSKeyedUnarchiver` reads it."]
  }

  /// The initial value of a transient property, including the equals sign;
  /// empty if it needs none.
  private var transientStart: String {
    guard let attribute = property.attribute else {
      return property.relationship?.isToMany == true ? " = []" : ""
    }
    let shape = AttributeShape(attribute: attribute, shape: shape)
    // The initialiser does not set it, so the property has its default value from the
    // start.
    if let start = shape.parameterDefault { return start == "nil" ? "" : " = \(start)" }
    let blank = SwiftType.blank(of: attribute.type, in: self.shape)
    return blank == "nil" ? "" : " = \(blank)"
  }
}
