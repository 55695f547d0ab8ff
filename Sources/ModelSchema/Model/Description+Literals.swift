// Short forms for creating model values, for the static descriptions in
// generated code. Every argument has the type that the description stores, so
// that literals with many arguments compile fast.

extension PropertyDescription {
  /// Creates an attribute. By default it is required and stored, and has no
  /// rules.
  public static func attribute(
    _ name: String, _ type: AttributeType, _ documentation: String? = nil, typeAlias: String? = nil,
    isOptional: Bool = false, isTransient: Bool = false, isConstant: Bool = false,
    defaultValue: DefaultValue? = nil, derivation: ObjectExpression? = nil,
    rules: [ValidationRule] = [], isUnique: Bool = false, isIndexed: Bool = false,
    isExact: Bool = false, allowsExternalStorage: Bool = false, isSensitive: Bool = false,
    preservesValueOnDeletion: Bool = false, columnName: String? = nil,
    deprecation: String? = nil, renamingIdentifier: String? = nil,
    versionHashModifier: String? = nil, userInfo: [String: String] = [:]
  ) -> PropertyDescription {
    .attribute(
      AttributeDescription(
        name: name, documentation: documentation, type: type, typeAlias: typeAlias,
        isOptional: isOptional, isTransient: isTransient, isConstant: isConstant,
        defaultValue: defaultValue, derivation: derivation, rules: rules, isUnique: isUnique,
        isIndexed: isIndexed, isExact: isExact, allowsExternalStorage: allowsExternalStorage,
        isSensitive: isSensitive, preservesValueOnDeletion: preservesValueOnDeletion,
        columnName: columnName, deprecation: deprecation, renamingIdentifier: renamingIdentifier,
        versionHashModifier: versionHashModifier, userInfo: userInfo))
  }

  /// Creates a relationship to one object. By default it is optional.
  public static func toOne(
    _ name: String, _ destination: String, _ documentation: String? = nil, inverse: String? = nil,
    isOrdered: Bool = false, isOptional: Bool = true, minCount: Int = 0, maxCount: Int = 0,
    deleteRule: DeleteRule = .nullify, isConstant: Bool = false, isTransient: Bool = false,
    columnName: String? = nil, deprecation: String? = nil, renamingIdentifier: String? = nil,
    versionHashModifier: String? = nil, userInfo: [String: String] = [:]
  ) -> PropertyDescription {
    .relationship(
      RelationshipDescription(
        name: name, documentation: documentation, destinationName: destination,
        inverseName: inverse, isToMany: false, isOrdered: isOrdered, isOptional: isOptional,
        minCount: minCount, maxCount: maxCount, deleteRule: deleteRule, isConstant: isConstant,
        isTransient: isTransient, columnName: columnName, deprecation: deprecation,
        renamingIdentifier: renamingIdentifier, versionHashModifier: versionHashModifier,
        userInfo: userInfo))
  }

  /// Creates a relationship to any number of objects. By default it is
  /// optional.
  public static func toMany(
    _ name: String, _ destination: String, _ documentation: String? = nil, inverse: String? = nil,
    isOrdered: Bool = false, isOptional: Bool = true, minCount: Int = 0, maxCount: Int = 0,
    deleteRule: DeleteRule = .nullify, isConstant: Bool = false, isTransient: Bool = false,
    columnName: String? = nil, deprecation: String? = nil, renamingIdentifier: String? = nil,
    versionHashModifier: String? = nil, userInfo: [String: String] = [:]
  ) -> PropertyDescription {
    .relationship(
      RelationshipDescription(
        name: name, documentation: documentation, destinationName: destination,
        inverseName: inverse, isToMany: true, isOrdered: isOrdered, isOptional: isOptional,
        minCount: minCount, maxCount: maxCount, deleteRule: deleteRule, isConstant: isConstant,
        isTransient: isTransient, columnName: columnName, deprecation: deprecation,
        renamingIdentifier: renamingIdentifier, versionHashModifier: versionHashModifier,
        userInfo: userInfo))
  }
}

extension ValidationRule {
  /// Creates a rule that the number of characters or bytes is between two
  /// limits.
  public static func length(
    min: Int? = nil, max: Int? = nil, message: String? = nil
  ) -> ValidationRule {
    ValidationRule(.length(min: min, max: max), message: message)
  }

  /// Creates a rule that the value is between two limits.
  public static func range(
    min: ConstantValue? = nil, max: ConstantValue? = nil, excludesUpperBound: Bool = false,
    message: String? = nil
  ) -> ValidationRule {
    ValidationRule(
      .range(min: min, max: max, excludesUpperBound: excludesUpperBound), message: message)
  }

  /// Creates a rule that the whole string matches an ICU regular expression.
  public static func matches(_ pattern: String, message: String? = nil) -> ValidationRule {
    ValidationRule(.matches(pattern), message: message)
  }

  /// Creates a rule that a predicate holds, with the value as SELF.
  public static func predicate(
    _ predicate: ObjectPredicate, message: String? = nil
  ) -> ValidationRule {
    ValidationRule(.predicate(predicate), message: message)
  }
}

extension ObjectPredicate {
  /// Creates a comparison of two expressions.
  public static func compare(
    _ left: ObjectExpression, _ operator: Comparison.Operator, _ right: ObjectExpression,
    quantifier: Comparison.Quantifier = .direct, options: StringOptions = []
  ) -> ObjectPredicate {
    .comparison(
      Comparison(left, `operator`, right, quantifier: quantifier, options: options))
  }
}
