/// A check for names that are valid in a model but not in generated code,
/// because generated code itself uses them, or because they would be declared
/// twice.
struct NameCheck {
  let shape: ModelShape

  /// The diagnostics about all names that generated code cannot use.
  var faults: [GenerationDiagnostic] { wrongValues + takenClasses + wrongTypes }

  private var wrongValues: [GenerationDiagnostic] {
    values.filter { !$0.name.isEmpty && !SwiftNames.isIdentifier($0.name) }
      .map { GenerationDiagnostic(place: $0.place, reason: .noIdentifier($0.name)) }
  }

  /// The diagnostics about classes that have the same name as one of their
  /// properties. If a property is called `Thing`, `\Thing.name` refers to the
  /// value of the property.
  private var takenClasses: [GenerationDiagnostic] {
    shape.model.entities.compactMap { entity in
      let name = shape.className(entity.name)
      guard entity.properties.contains(where: { $0.name == name }) else { return nil }
      return GenerationDiagnostic(place: "\(entity.name).\(name)", reason: .takenName(name))
    }
  }

  private var wrongTypes: [GenerationDiagnostic] {
    var seen: Set<String> = []
    return types.compactMap { place, written in
      // Backticks are not part of a name.
      let name = written.filter { $0 != "`" }
      if SwiftNames.taken.contains(name) {
        return GenerationDiagnostic(place: place, reason: .takenName(name))
      }
      guard !seen.insert(name).inserted else { return nil }
      return GenerationDiagnostic(place: place, reason: .duplicateName(name))
    }
  }

  /// The names that are declared without a change, each with its location in
  /// the model.
  private var values: [(place: String, name: String)] {
    var names = [(place: shape.model.name, name: shape.model.name)]
    let add = { (owner: String, name: String) in names.append(("\(owner).\(name)", name)) }
    for composite in shape.model.composites {
      for element in composite.elements { add(composite.name, element.name) }
    }
    for enumeration in shape.model.enumerations {
      for value in enumeration.cases { add(enumeration.name, value.name) }
    }
    for entity in shape.model.entities {
      for property in entity.properties { add(entity.name, property.name) }
    }
    return names
  }

  /// The names of the types that generated code declares, each with its name in
  /// the model.
  var types: [(place: String, name: String)] {
    let model = shape.model
    return model.typeAliases.map { ($0.name, SwiftName.type($0.name)) }
      + model.enumerations.map { ($0.name, SwiftName.type($0.name)) }
      + model.composites.map { ($0.name, SwiftName.type($0.name)) }
      + model.entities.map { ($0.name, shape.className($0.name)) }
  }
}
