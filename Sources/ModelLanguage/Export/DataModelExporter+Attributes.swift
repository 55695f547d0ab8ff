extension DataModelExporter {
  /// Returns the `attribute` element of an entity's attribute or of a
  /// composite's element.
  func attribute(_ attribute: AttributeDescription, in owner: String) -> XMLElementNode {
    var element = XMLElementNode("attribute")
    let title = "\(owner).\(attribute.name)"
    element.set("name", attribute.columnName ?? attribute.name)
    element.set("optional", attribute.isOptional)
    element.set("transient", attribute.isTransient)
    element.set("attributeType", attribute.type.exportedName)
    setRules(of: attribute, &element, titled: title)
    setDefault(of: attribute, &element, titled: title)
    if let derivation = attribute.derivation {
      element.set("derived", true)
      element.set("derivationExpression", text(derivation, attribute.userInfo, of: owner))
    }
    setType(of: attribute, &element)
    element.set("allowsExternalBinaryDataStorage", attribute.allowsExternalStorage)
    element.set("preserveAfterDeletion", attribute.preservesValueOnDeletion)
    element.set("renamingIdentifier", attribute.renamingIdentifier)
    element.set("versionHashModifier", attribute.versionHashModifier)
    return finished(element, children(of: attribute, in: owner), attribute.userInfo)
  }

  private func children(
    of attribute: AttributeDescription, in owner: String
  ) -> [XMLElementNode] {
    let own: [UserInfo.Key: String?] = [
      .name: givenName(attribute.name, attribute.columnName, in: owner),
      .documentation: attribute.documentation, .deprecated: attribute.deprecation,
      .constant: attribute.isConstant ? "YES" : nil, .exact: attribute.isExact ? "YES" : nil,
      .sensitive: attribute.isSensitive ? "YES" : nil,
      .default: attribute.defaultValue?.function, .type: attribute.type.exportedInfo,
    ]
    var children = userInfo(attribute.userInfo, own)
    if case .composite(let name) = attribute.type, let composite = composite(named: name),
      composite.inlineAttribute != nil
    {
      children += composite.elements.map { self.attribute($0, in: name) }
      if keepsOriginal { children += KeptChild.all(in: composite.userInfo).map(\.element) }
    }
    return children
  }

  private func setType(of attribute: AttributeDescription, _ element: inout XMLElementNode) {
    switch attribute.type {
    case .transformable(let name, let transformer):
      element.set("valueTransformerName", transformer)
      if name != AttributeType.transformableClass { element.set("customClassName", name) }
    case .composite(let name):
      if composite(named: name)?.inlineAttribute == nil { element.set("compositeName", name) }
    case .boolean, .int16, .int32, .int64, .float, .double, .enumeration(_, raw: .int16),
      .enumeration(_, raw: .int32), .enumeration(_, raw: .int64):
      element.set("usesScalarValueType", true)
    case .date, .uuid: element.set("usesScalarValueType", "NO")
    default: break
    }
  }

  // MARK: Values

  private func setDefault(
    of attribute: AttributeDescription, _ element: inout XMLElementNode, titled title: String
  ) {
    guard case .constant(let constant)? = attribute.defaultValue, attribute.derivation == nil
    else { return }
    guard let text = constant.exported else {
      losses.add("the default of '\(title)'")
      return
    }
    if case .date = constant {
      element.set("defaultDateTimeInterval", text)
    } else {
      element.set("defaultValueString", text)
    }
  }

  private func setRules(
    of attribute: AttributeDescription, _ element: inout XMLElementNode, titled title: String
  ) {
    for rule in attribute.rules {
      if rule.message != nil { losses.add("the message of a rule of '\(title)'") }
      switch rule.requirement {
      case .length(let min, let max) where attribute.type == .string:
        setBounds("ValueString", min.map(String.init), max.map(String.init), &element, title)
      case .range(let min, let max, let excludesMax):
        if excludesMax { losses.add("that the upper bound of '\(title)' is left out") }
        let isDate = attribute.type == .date
        setBounds(
          isDate ? "DateTimeInterval" : "ValueString", min?.exportedBound, max?.exportedBound,
          &element, title)
      case .matches(let pattern) where element["regularExpressionString"] == nil:
        element.set("regularExpressionString", pattern)
      default: losses.add("a rule of '\(title)'")
      }
    }
  }

  private func setBounds(
    _ name: String, _ min: String?, _ max: String?, _ element: inout XMLElementNode,
    _ title: String
  ) {
    guard element["min" + name] == nil, element["max" + name] == nil else {
      losses.add("a rule of '\(title)'")
      return
    }
    element.set("min" + name, min)
    element.set("max" + name, max)
  }

  /// Returns the text of an expression. The imported text is kept as long as it
  /// represents the same expression.
  private func text(
    _ expression: ObjectExpression, _ userInfo: [String: String], of owner: String
  ) -> String {
    if keepsOriginal, let original = userInfo[PreservedAttribute.prefix + "derivationExpression"],
      let written = try? ObjectExpression(format: original),
      reading.expression(written, of: owner).movingAggregate(behind: false) == expression
    {
      return original
    }
    return renaming.expression(expression, of: owner).movingAggregate(behind: true).format
  }

  /// Returns the text of a condition. The imported text is kept as long as it
  /// represents the same condition.
  func text(
    _ predicate: ObjectPredicate, _ original: String?, of entity: String,
    source: String? = nil
  ) -> String {
    let (exported, own) = DataModelImporter.sourceVariable
    var reading = reading
    var renaming = renaming
    if let source {
      reading.variables[exported] = own
      reading.sources[exported] = source
      renaming.variables[own] = exported
      renaming.sources[own] = source
    }
    if keepsOriginal, let original, let written = try? ObjectPredicate(format: original),
      reading.predicate(written, of: entity) == predicate
    {
      return original
    }
    return renaming.predicate(predicate, of: entity).format
  }
}

extension AttributeType {
  /// The name of the type in Xcode's format.
  fileprivate var exportedName: String {
    if case .composite = self { return "Composite" }
    return CompiledDataModel.types[Int64(typeCode)] ?? "Undefined"
  }

  /// The type of the language as an entry of user info, or nil for a type that
  /// also exists in Core Data.
  fileprivate var exportedInfo: String? {
    switch self {
    case .json, .codable: text
    case .list(let element): AttributeType(exported: "[\(element.text)]") == self ? text : nil
    default: nil
    }
  }
}

extension DefaultValue {
  /// The function that computes the default value, or nil for a constant.
  fileprivate var function: String? {
    switch self {
    case .now: "now()"
    case .uuid: "uuid()"
    case .constant: nil
    }
  }
}

extension ConstantValue {
  /// The constant in Xcode's form, or nil if Xcode has no form for it.
  fileprivate var exported: String? {
    switch self {
    case .boolean(let value): value ? "YES" : "NO"
    case .integer(let number): "\(number)"
    case .double(let number): number.isFinite ? "\(number)" : nil
    case .decimal(let number): number.isNaN ? nil : Self.withPoint("\(number)")
    case .string(let text): text
    case .date(let date): Self.seconds(date.timeIntervalSinceReferenceDate)
    case .uuid(let uuid): uuid.uuidString
    case .url(let url): url.absoluteString
    case .null, .data, .objectID, .list: nil
    }
  }

  /// The constant as a bound, in its shortest form, or nil if Xcode has no form
  /// for it.
  fileprivate var exportedBound: String? {
    guard case .double(let number) = self, let whole = Int64(exactly: number) else {
      if case .decimal(let number) = self { return number.isNaN ? nil : "\(number)" }
      return exported
    }
    return "\(whole)"
  }

  private static func withPoint(_ digits: String) -> String {
    digits.contains(".") ? digits : digits + ".0"
  }

  private static func seconds(_ seconds: Double) -> String {
    Int64(exactly: seconds).map { "\($0)" } ?? "\(seconds)"
  }
}
