import ModelSchema

/// Finds names that a model may have and generated code cannot: those that
/// generated code itself speaks of, and those that would be declared twice.
struct NameCheck {
  let shape: ModelShape

  /// Throws for the first name that cannot be.
  func run() throws(GenerationDiagnostic) {
    for (place, name) in values where !name.isEmpty && !SwiftNames.isIdentifier(name) {
      throw GenerationDiagnostic(place: place, reason: .noIdentifier(name))
    }
    for entity in shape.model.entities {
      // `\Thing.name` is the property's value where a property is called `Thing`.
      let name = shape.className(entity.name)
      guard entity.properties.allSatisfy({ $0.name != name }) else {
        throw GenerationDiagnostic(place: "\(entity.name).\(name)", reason: .takenName(name))
      }
    }
    var seen: Set<String> = []
    for (place, written) in types {
      let name = written.filter { $0 != "`" }
      if SwiftNames.taken.contains(name) {
        throw GenerationDiagnostic(place: place, reason: .takenName(name))
      }
      guard seen.insert(name).inserted else {
        throw GenerationDiagnostic(place: place, reason: .duplicateName(name))
      }
    }
  }

  /// The names that are declared as they are, each with its place.
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

  /// The types that are declared, each with what the model calls it.
  private var types: [(place: String, name: String)] {
    let model = shape.model
    return model.typeAliases.map { ($0.name, SwiftName.type($0.name)) }
      + model.enumerations.map { ($0.name, SwiftName.type($0.name)) }
      + model.composites.map { ($0.name, SwiftName.type($0.name)) }
      + model.entities.map { ($0.name, shape.className($0.name)) }
  }
}
