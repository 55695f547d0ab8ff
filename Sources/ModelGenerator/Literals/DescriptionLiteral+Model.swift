extension DescriptionLiteral {
  /// Returns the code that creates a model.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - entity: A closure that returns the code for an entity, such as the
  ///     name of the constant that contains its description.
  static func model(
    _ model: ManagedObjectModel,
    entity: (EntityDescription) -> CodeLayout
  ) -> CodeLayout {
    var arguments = Arguments()
    arguments.add("name", model.name)
    if let version = model.version { arguments.add("version", .text(String(version))) }
    arguments.add("versionIdentifiers", model.versionIdentifiers, string)
    arguments.add("documentation", model.documentation)
    if model.access != .internal { arguments.add("access", .text(".\(model.access.rawValue)")) }
    arguments.add("typeAliases", model.typeAliases, typeAlias)
    arguments.add("enumerations", model.enumerations, enumeration)
    arguments.add("composites", model.composites, composite)
    arguments.add("entities", model.entities, entity)
    arguments.add("configurations", model.configurations, configuration)
    arguments.add("queries", model.queries, query)
    arguments.add("migrations", model.migrations, migration)
    arguments.add(userInfo: model.userInfo)
    return .call("ManagedObjectModel(", arguments.layouts)
  }

  private static func typeAlias(_ alias: TypeAliasDescription) -> CodeLayout {
    var arguments = Arguments(alias.name, alias.documentation)
    arguments.add("type", type(alias.type))
    arguments.add("rules", alias.rules, rule)
    return .call("TypeAliasDescription(", arguments.layouts)
  }

  private static func enumeration(_ enumeration: EnumerationDescription) -> CodeLayout {
    var arguments = Arguments(enumeration.name, enumeration.documentation)
    arguments.add("rawType", type(enumeration.rawType))
    arguments.add("cases", .list(enumeration.cases.map(enumerationCase)))
    arguments.add("unknownCase", enumeration.unknownCase)
    arguments.add(userInfo: enumeration.userInfo)
    return .call("EnumerationDescription(", arguments.layouts)
  }

  private static func enumerationCase(_ value: EnumerationDescription.Case) -> CodeLayout {
    var arguments = Arguments(value.name, value.documentation)
    arguments.add("rawValue", constant(value.rawValue))
    arguments.add("deprecation", value.deprecation)
    return .call("EnumerationDescription.Case(", arguments.layouts)
  }

  private static func composite(_ composite: CompositeDescription) -> CodeLayout {
    var arguments = Arguments(composite.name, composite.documentation)
    arguments.add("elements", .list(composite.elements.map(element)))
    arguments.add(userInfo: composite.userInfo)
    return .call("CompositeDescription(", arguments.layouts)
  }

  private static func configuration(_ configuration: ConfigurationDescription) -> CodeLayout {
    var arguments = Arguments(configuration.name, configuration.documentation)
    arguments.add("entityNames", strings(configuration.entityNames))
    arguments.add(userInfo: configuration.userInfo)
    return .call("ConfigurationDescription(", arguments.layouts)
  }

  private static func query(_ query: SQLQueryDescription) -> CodeLayout {
    var arguments = Arguments(query.name, query.documentation)
    arguments.add("parameters", query.parameters, parameter)
    arguments.add("result", result(query.result))
    arguments.add("sql", query.sql)
    return .call("SQLQueryDescription(", arguments.layouts)
  }
}

extension DescriptionLiteral {
  private static func migration(_ migration: MigrationDescription) -> CodeLayout {
    var arguments = Arguments()
    arguments.add("documentation", migration.documentation)
    arguments.add("fromVersion", .text(String(migration.fromVersion)))
    arguments.add("steps", .list(migration.steps.map(step)))
    return .call("MigrationDescription(", arguments.layouts)
  }

  private static func step(_ step: MigrationDescription.Step) -> CodeLayout {
    switch step {
    case .map(let from, let to, let assignments):
      .call(
        ".map(",
        [
          .prefixed("from: ", string(from)), .prefixed("to: ", string(to)),
          .list(assignments.map(assignment)),
        ])
    case .insert(let entity, let source, let assignments):
      .call(
        ".insert(",
        [
          .prefixed("entity: ", string(entity)), .prefixed("fromDistinct: ", string(source)),
          .list(assignments.map(assignment)),
        ])
    case .drop(let keyPath, let reason):
      .call(
        ".drop(",
        [
          .prefixed("keyPath: ", string(keyPath)),
          .text("reason: \(SwiftLiteral.optional(reason))"),
        ])
    case .before(let function): .call(".before(", [string(function)])
    case .after(let function): .call(".after(", [string(function)])
    case .policy(let entity): .call(".policy(", [.prefixed("entity: ", string(entity))])
    case .optionalPolicy(let entity):
      .call(".optionalPolicy(", [.prefixed("entity: ", string(entity))])
    case .mapping(let entity): .call(".mapping(", [mapping(entity)])
    }
  }

  private static func mapping(_ mapping: MappingModel.Entity) -> CodeLayout {
    var arguments = Arguments()
    arguments.add("name", mapping.name)
    arguments.add("kind", .text(".\(mapping.kind)"))
    arguments.add("sourceName", mapping.sourceName)
    arguments.add("destinationName", mapping.destinationName)
    if let condition = mapping.predicate { arguments.add("predicate", predicate(condition)) }
    arguments.add("attributes", mapping.attributes, property)
    arguments.add("relationships", mapping.relationships, property)
    arguments.add("policyName", mapping.policyName)
    arguments.add(userInfo: mapping.userInfo)
    return .call(".init(", arguments.layouts)
  }

  private static func property(_ mapping: MappingModel.Property) -> CodeLayout {
    var arguments = Arguments()
    arguments.add(string(mapping.name))
    switch mapping.value {
    case .source(let name): arguments.add(.call(".source(", [string(name)]))
    case .converted(let name): arguments.add(.call(".converted(", [string(name)]))
    case .expression(let value): arguments.add(.call(".expression(", [expression(value)]))
    case .defaultValue: arguments.add(.text(".defaultValue"))
    }
    arguments.add(userInfo: mapping.userInfo)
    return .call(".init(", arguments.layouts)
  }

  private static func assignment(_ assignment: MigrationDescription.Assignment) -> CodeLayout {
    .call(".init(", [string(assignment.keyPath), expression(assignment.expression)])
  }
}
