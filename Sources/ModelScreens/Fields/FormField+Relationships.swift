extension FormField {
  /// Creates a field for an optional to-one relationship, in which at most one
  /// object can be picked.
  public static func toOne<Object: ManagedObject, Destination: ManagedObject>(
    _ name: String, _ keyPath: any ReferenceWritableKeyPath<Object, Destination?> & Sendable,
    _ entityName: String, label: String? = nil
  ) -> FormField {
    var field = FormField(name, label, .toOne(entityName: entityName, isOptional: true))
    field.related = { ($0 as? Object)?[keyPath: keyPath].map { [$0] } ?? [] }
    field.relate = { object, related in
      guard let object = object as? Object else { return }
      object[keyPath: keyPath] = related.first as? Destination
    }
    return field
  }

  /// Creates a field for a required to-one relationship, in which one object
  /// must be picked.
  public static func requiredToOne<Object: ManagedObject, Destination: ManagedObject>(
    _ name: String, _ keyPath: any ReferenceWritableKeyPath<Object, Destination> & Sendable,
    _ entityName: String, label: String? = nil
  ) -> FormField {
    var field = FormField(name, label, .toOne(entityName: entityName, isOptional: false))
    let label = field.label
    field.related = { ($0 as? Object).map { [$0[keyPath: keyPath]] } ?? [] }
    field.relate = { object, related in
      guard let object = object as? Object else { return }
      guard let destination = related.first as? Destination else {
        throw FieldError("has to be picked", label: label)
      }
      object[keyPath: keyPath] = destination
    }
    return field
  }

  /// Creates a field for an unordered to-many relationship, in which any number
  /// of objects can be picked.
  public static func toMany<Object: ManagedObject, Destination: ManagedObject>(
    _ name: String,
    _ keyPath: any ReferenceWritableKeyPath<Object, ObjectSet<Destination>> & Sendable,
    _ entityName: String, label: String? = nil
  ) -> FormField {
    var field = FormField(name, label, .toMany(entityName: entityName, isOrdered: false))
    field.related = { ($0 as? Object)?[keyPath: keyPath].objects ?? [] }
    field.relate = { object, related in
      guard let object = object as? Object else { return }
      object[keyPath: keyPath] = ObjectSet(related.compactMap { $0 as? Destination })
    }
    return field
  }

  /// Creates a field for an ordered to-many relationship, in which any number
  /// of objects can be picked and ordered.
  public static func ordered<Object: ManagedObject, Destination: ManagedObject>(
    _ name: String,
    _ keyPath: any ReferenceWritableKeyPath<Object, OrderedObjects<Destination>> & Sendable,
    _ entityName: String, label: String? = nil
  ) -> FormField {
    var field = FormField(name, label, .toMany(entityName: entityName, isOrdered: true))
    field.related = { ($0 as? Object)?[keyPath: keyPath].objects ?? [] }
    field.relate = { object, related in
      guard let object = object as? Object else { return }
      object[keyPath: keyPath] = OrderedObjects(related.compactMap { $0 as? Destination })
    }
    return field
  }

  /// Returns a field that shows and edits the property of the object at the
  /// other end of a relationship.
  ///
  /// - Parameter make: A closure that creates the related object, if there is
  ///   none when the field is set.
  public func through<Object: ManagedObject, Destination: ManagedObject>(
    _ keyPath: any KeyPath<Object, Destination?> & Sendable,
    make: @escaping @Sendable (ManagedObjectContext, Object) -> Destination
  ) -> FormField {
    var field = self
    let (text, date, json, string) = (text, date, json, string)
    let (write, writeExactly, writeEmpty) = (write, writeExactly, writeEmpty)
    let (related, relate) = (related, relate)
    @Sendable func there(_ object: ManagedObject) -> Destination? {
      (object as? Object).flatMap { $0[keyPath: keyPath] }
    }
    @Sendable func made(_ object: ManagedObject) -> Destination? {
      if let destination = there(object) { return destination }
      guard let object = object as? Object, let context = object.context else { return nil }
      return make(context, object)
    }
    field.text = { object in there(object).map { text($0) } ?? "" }
    field.date = { object in there(object).flatMap { date($0) } }
    field.json = { object in there(object).flatMap { json($0) } }
    if let string { field.string = { object in there(object).flatMap { string($0) } } }
    field.related = { object in there(object).map { related($0) } ?? [] }
    if let write {
      field.write = { object, text in
        if let destination = made(object) { try write(destination, text) }
      }
    }
    if let writeExactly {
      field.writeExactly = { object, text in
        if let destination = made(object) { try writeExactly(destination, text) }
      }
    }
    if let writeEmpty {
      field.writeEmpty = { object in
        if let destination = made(object) { writeEmpty(destination) }
      }
    }
    if let relate {
      field.relate = { object, others in
        if let destination = made(object) { try relate(destination, others) }
      }
    }
    return field
  }
}
