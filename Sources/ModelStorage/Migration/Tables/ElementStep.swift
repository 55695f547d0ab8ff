/// One step of the path to a column: the attribute itself, or an element of the
/// composite that the preceding step led to.
struct ElementStep {
  let new: AttributeDescription
  /// The older attribute or element; nil if the attribute or element is new.
  let old: AttributeDescription?
  /// The older key path; nil if the attribute or element is new.
  let oldPath: String?

  /// Returns the steps to a column, the outermost first.
  static func path(
    to column: ColumnMapping, _ attribute: AttributeDescription,
    continuing value: MappingModel.Property.Value?, _ source: EntityMapping,
    _ pairs: ModelCorrespondence
  ) -> [ElementStep] {
    let older: String? =
      switch value {
      case .source(let name)?, .converted(let name)?: name
      case .expression?, .defaultValue?, nil: nil
      }
    let old = older.flatMap { source.entity.property(named: $0)?.description.attribute }
    var steps = [ElementStep(new: attribute, old: old, oldPath: older)]
    for name in column.keyPath.split(separator: ".").dropFirst().map(String.init) {
      guard let step = steps.last?.element(name, pairs) else { break }
      steps.append(step)
    }
    return steps
  }

  private func element(_ name: String, _ pairs: ModelCorrespondence) -> ElementStep? {
    guard case .composite(let type) = new.type,
      let element = pairs.new.composite(named: type)?.elements.first(where: { $0.name == name })
    else { return nil }
    guard case .composite(let before)? = old?.type,
      let known = pairs.elements(of: type, from: before)[name],
      let older = pairs.old.composite(named: before)?.elements.first(where: { $0.name == known })
    else { return ElementStep(new: element, old: nil, oldPath: nil) }
    return ElementStep(new: element, old: older, oldPath: oldPath.map { "\($0).\(known)" })
  }
}
