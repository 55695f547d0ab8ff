/// The storage layout of an entity's dynamic objects: one value for each column, in the
/// order in which rows are read and written.
final class DynamicLayout: Sendable {
  /// A column of the entity's rows, and the part of a property that it contains.
  struct Field: Sendable {
    /// The number of the property.
    let number: Int
    /// The names of the elements within a composite value; empty for other attributes.
    let elements: [String]
    /// The numbers of leading names in `elements` that lead to composites which
    /// can be nil.
    let optionalDepths: [Int]
    /// The attribute whose value the column contains; nil for the key of a
    /// relationship.
    let attribute: AttributeDescription?
    /// The raw values of an enumeration's cases; nil if the attribute is not an
    /// enumeration.
    let cases: Set<ConstantValue>?
    /// The depth in the entity hierarchy of the entity that declares the
    /// property.
    let depth: Int
    /// The number of the column among the columns of the entity that declares
    /// the property.
    let column: Int32
  }

  let fields: [Field]
  /// The indexes of the values of each stored property, by property number.
  private let places: [Int: Range<Int>]

  /// The layout for objects of generated classes, which has no fields.
  static let none = DynamicLayout([], in: ManagedObjectModel(name: ""))

  init(_ properties: [CompiledProperty], in model: ManagedObjectModel) {
    var fields: [Field] = []
    var places: [Int: Range<Int>] = [:]
    var columns: [Int: Int32] = [:]
    for property in properties where property.isStoredInRow {
      let start = fields.count
      for mapping in ColumnMapping.columns(of: property, in: model) {
        let elements = mapping.keyPath.split(separator: ".").dropFirst().map(String.init)
        let attribute = property.description.attribute?.element(elements[...], in: model)
        fields.append(
          Field(
            number: property.number, elements: elements,
            optionalDepths: elements.indices.dropFirst().filter {
              property.description.attribute?.element(elements[..<$0], in: model)?.isOptional
                == true
            }, attribute: attribute,
            cases: attribute?.cases(in: model), depth: property.depth,
            column: columns[property.depth, default: 0]))
        columns[property.depth, default: 0] += 1
      }
      places[property.number] = start..<fields.count
    }
    self.fields = fields
    self.places = places
  }

  /// Returns the indexes of the values of a property; empty if the property is not
  /// stored.
  func places(_ number: Int) -> Range<Int> { places[number] ?? 0..<0 }
}

extension AttributeDescription {
  /// Returns the element of a composite attribute at the end of a path; the
  /// attribute itself if the path is empty.
  fileprivate func element(
    _ names: ArraySlice<String>, in model: ManagedObjectModel
  ) -> AttributeDescription? {
    guard let name = names.first else { return self }
    guard case .composite(let type) = self.type else { return nil }
    return model.composite(named: type)?.elements.first { $0.name == name }?
      .element(names.dropFirst(), in: model)
  }

  /// Returns the raw values of an enumeration's cases; nil if the attribute is
  /// not an enumeration.
  fileprivate func cases(in model: ManagedObjectModel) -> Set<ConstantValue>? {
    guard case .enumeration(let name, _) = type else { return nil }
    return model.enumeration(named: name).map { Set($0.cases.map(\.rawValue)) }
  }
}
