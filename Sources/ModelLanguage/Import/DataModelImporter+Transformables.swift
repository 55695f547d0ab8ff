extension DataModelImporter {
  /// Returns the type of a transformable attribute.
  ///
  /// If the data model does not specify the class, the value in generated code
  /// is the stored bytes. If it specifies both the class and the transformer,
  /// generated code uses both.
  func transformable(
    _ element: XMLElementNode, _ info: UserInfo, titled title: String
  ) -> AttributeType {
    let name = element.filled("customClassName")
    let stored = name ?? AttributeType.transformableClass
    if let type = languageType(info, storedAs: .transformable(stored, transformer: nil)) {
      return type
    }
    // The default transformer of data models.
    let transformer = element.filled("valueTransformerName") ?? AttributeType.archiver
    if AttributeType.isArchiver(transformer) {
      let type = AttributeType.transformable(stored, transformer: transformer)
      if type.archivedCollection == nil { warnArchive(element, name, titled: title) }
      return type
    }
    let place = element.place(of: "valueTransformerName")
    guard let named = transformerName(transformer) else {
      return bytes(title, "'\(transformer)' can name no transformer", at: place)
    }
    guard let name else {
      return bytes(title, "nothing names the class that '\(named)' makes of its bytes", at: place)
    }
    return ownType(element, name, by: named, titled: title)
  }

  /// Warns that the value in generated code is the bytes of an archive, and
  /// gives the reason. Archives of no class are many in one model, and have one warning.
  private func warnArchive(_ element: XMLElementNode, _ name: String?, titled title: String) {
    guard let name else {
      unnamedArchives.append((title, element.place(of: "name")))
      return
    }
    let reason = "'\(name)' in an archive of Foundation's is no collection of plain values"
    warnBytes(title, reason, at: element.place(of: "customClassName"))
  }

  /// Warns about all archives for which the data model names no class.
  func warnUnnamedArchives() {
    guard let (title, place) = unnamedArchives.first else { return }
    warnBytes(
      title, "nothing names the class in its archive of Foundation's", at: place,
      notes: unnamedArchives.dropFirst().map { ("and '\($0)'", $1) })
  }

  private func ownType(
    _ element: XMLElementNode, _ name: String, by transformer: String, titled title: String
  ) -> AttributeType {
    let place = element.place(of: "customClassName")
    let value = ValueClass(name, isDeclared: isDeclared)
    guard let type = value.type else {
      return bytes(title, "no value of Swift can be of the class '\(name)'", at: place)
    }
    let isOptional = element.isYes("optional")
    guard isOptional || !value.foreignNames.isEmpty || ValueClass.hasBlank(type) else {
      return bytes(title, "an object without a value of '\(type)' cannot be made", at: place)
    }
    let other = transformerTypes[transformer, default: type]
    guard other == type else {
      return bytes(
        title, "a transformer has one type of values, and that of '\(transformer)' is '\(other)'",
        at: place)
    }
    transformerTypes[transformer] = type
    warnOwnType(value, transformer, title, isOptional, at: place)
    return .transformable(type, transformer: transformer)
  }

  /// Returns the name of a transformer without its module, or nil if no type
  /// can have this name in addition to the generated types.
  private func transformerName(_ text: String) -> String? {
    let name = text.split(separator: ".").last.map(String.init) ?? ""
    let value = ValueClass(name, isDeclared: isDeclared)
    return value.foreignNames == [name] ? value.type : nil
  }

  /// Returns whether generated code declares a type.
  private func isDeclared(_ name: String) -> Bool {
    composites[name] != nil
      || entities.contains {
        ($0.description.className ?? $0.name).split(separator: ".").last == name[...]
      }
  }

  /// Returns the type of stored bytes, and gives a warning with the reason.
  private func bytes(_ title: String, _ reason: String, at place: Int) -> AttributeType {
    warnBytes(title, reason, at: place)
    return .transformable(AttributeType.transformableClass, transformer: AttributeType.archiver)
  }

  private func warnBytes(
    _ title: String, _ reason: String, at place: Int, notes: [(message: String, offset: Int)] = []
  ) {
    diagnostics.add(
      .customType, "'\(title)' is the bytes in the store, as 'Data': \(reason)", at: place,
      notes: notes,
      fix: "name your type and your transformer in the text of the model: "
        + "'@swift(\"MyType\", by: \"MyTransformer\")'; 'modelgen help CustomTypes' shows both")
  }

  /// Warns, once for each type, about the declarations that the program needs.
  private func warnOwnType(
    _ value: ValueClass, _ transformer: String, _ title: String, _ isOptional: Bool, at place: Int
  ) {
    guard let type = value.type,
      knownOwnTypes.insert("\(type) \(transformer) \(isOptional)").inserted
    else { return }
    let module = value.modules.first.map {
      " (of '\($0)', as a type alias where it is another module)"
    }
    let needs = ["Hashable", "Codable", "Sendable"] + (isOptional ? [] : ["BlankInitializable"])
    let types = value.foreignNames.map { "'struct \($0): \(needs.joined(separator: ", "))'" }
    let list = types + ["'enum \(transformer): ModelRuntime.ValueTransformer' of '\(type)'"]
    diagnostics.add(
      .customType,
      "'\(title)' is of '\(type)'\(module ?? ""), which '\(transformer)' makes of its bytes: "
        + "both are the program's", at: place,
      fix: "declare beside the generated code \(list.joined(separator: " and ")); "
        + "'modelgen help CustomTypes' shows both")
  }
}
