extension SaveOperation {
  /// Returns the error that the save throws for another error. Its message
  /// names the object whose row could not be written.
  func saveError(_ error: any Error) -> any Error {
    guard let violation = error as? SQLiteError, violation.isUniquenessViolation, let unwritten
    else { return connection.storeError(error) }
    return unwritten.uniquenessError(violation, store.mapping)
  }
}

extension ManagedObject {
  /// Returns the error for a value that cannot be stored, because of which a
  /// statement failed; nil for other errors.
  final func refusedValue(by statement: Statement, _ error: any Error) -> ValidationError? {
    let properties = _batch.entity.properties
    let number = Int(statement.faults.pointee.column)
    guard (error as? SQLiteError)?.code == .mismatch, properties.indices.contains(number) else {
      return nil
    }
    let property = properties[number].description
    let isDocument =
      switch property.attribute?.type {
      case .json, .list, .codable: true
      default: false
      }
    return ValidationError(failures: [
      ValidationFailure(
        objectID: objectID, entityName: entityName, propertyName: property.name, value: .null,
        rule: isDocument ? .unmet : .notANumber, message: isDocument ? "it has no JSON" : nil,
        title: titleInMessages, label: property.noun)
    ])
  }

  /// Returns the error for a row with unique values that another row has.
  final func uniquenessError(_ error: SQLiteError, _ mapping: StoreMapping) -> StoreError {
    let columns = mapping.mapping(of: _batch.entity).columns
    let names = error.columnNames.compactMap { name in
      columns.first { $0.name == name }?.keyPath
    }
    let values = names.map { name in
      let noun = _batch.entity.property(named: name)?.description.noun ?? name
      return "\(noun) \(displayText(of: name))"
    }
    let noun = _batch.entity.description.noun
    return StoreError(
      .notUnique, "there is another \(noun) with \(values.joined(separator: ", "))",
      objectIDs: [objectID], propertyNames: names, underlying: error)
  }

  /// Returns the text of a property for messages, in which sensitive values are hidden.
  private final func displayText(of name: String) -> String {
    guard let property = _batch.entity.property(named: name),
      property.description.attribute?.isSensitive != true,
      let constant = _batch.entity.bindings[property.number]?.constant
    else { return "(hidden)" }
    switch constant(self) {
    case .string(let value): return "'\(value)'"
    case .integer(let value): return "\(value)"
    case .double(let value): return "\(value)"
    case .uuid(let value): return "\(value)"
    default: return "like this one's"
    }
  }
}

extension SQLiteError {
  /// The columns of the constraint that was violated. They are at the end of
  /// SQLite's message, as in "… failed: ZTAG.ZNAME, ZTAG.ZKIND".
  var columnNames: [String] {
    let columns = message.split(separator: ":").last?.split(separator: ",") ?? []
    return columns.compactMap { $0.split(separator: ".").last.map(String.init) }
  }
}
