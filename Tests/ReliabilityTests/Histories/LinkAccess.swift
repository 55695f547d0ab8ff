import ModelRuntime

/// Access to a relationship of the generated classes, whatever its type.
struct LinkAccess {
  let members: (ManagedObject) -> [ManagedObject]
  let add: (ManagedObject, ManagedObject, Int?) -> Void
  let remove: (ManagedObject, ManagedObject) -> Void
  let move: (ManagedObject, Int, Int) -> Void

  /// Returns the relationships in the order of `PlainGraph.relationships`.
  static func all() -> [LinkAccess] {
    [
      LinkAccess(\Owner.one), LinkAccess(\Part.ofOne), LinkAccess(\Owner.set),
      LinkAccess(\Part.ofSet), LinkAccess(\Owner.list), LinkAccess(\Part.ofList),
      LinkAccess(\Owner.owned), LinkAccess(\Part.ofOwned), LinkAccess(\Owner.manySet),
      LinkAccess(\Part.ofManySet), LinkAccess(\Owner.manyList), LinkAccess(\Part.ofManyList),
      LinkAccess(\Owner.manyBoth), LinkAccess(\Part.ofManyBoth), LinkAccess(\Owner.next),
      LinkAccess(\Owner.previous), LinkAccess(\Owner.spouse), LinkAccess(\Owner.parent),
      LinkAccess(\Owner.children), LinkAccess(\Owner.friends), LinkAccess(\Owner.follows),
      LinkAccess(\Owner.followers),
    ]
  }

  init<Source: ManagedObject, Member: ManagedObject>(
    _ path: ReferenceWritableKeyPath<Source, Member?>
  ) {
    members = { source in
      guard let source = source as? Source, let member = source[keyPath: path] else { return [] }
      return [member]
    }
    add = { source, member, _ in
      if let source = source as? Source { source[keyPath: path] = member as? Member }
    }
    remove = { source, _ in
      if let source = source as? Source { source[keyPath: path] = Member?.none }
    }
    move = { _, _, _ in }
  }

  init<Source: ManagedObject, Member: ManagedObject>(
    _ path: ReferenceWritableKeyPath<Source, ObjectSet<Member>>
  ) {
    members = { ($0 as? Source)?[keyPath: path].objects ?? [] }
    add = { source, member, _ in
      if let member = member as? Member { (source as? Source)?[keyPath: path].insert(member) }
    }
    remove = { source, member in
      if let member = member as? Member { (source as? Source)?[keyPath: path].remove(member) }
    }
    move = { _, _, _ in }
  }

  init<Source: ManagedObject, Member: ManagedObject>(
    _ path: ReferenceWritableKeyPath<Source, OrderedObjects<Member>>
  ) {
    members = { ($0 as? Source)?[keyPath: path].objects ?? [] }
    add = { source, member, place in
      guard let member = member as? Member, let source = source as? Source else { return }
      guard let place else { return source[keyPath: path].append(member) }
      let others = source[keyPath: path].filter { $0 !== member }.count
      source[keyPath: path].insert(member, at: min(place, others))
    }
    remove = { source, member in
      if let member = member as? Member { (source as? Source)?[keyPath: path].remove(member) }
    }
    move = { source, from, to in (source as? Source)?[keyPath: path].move(from: from, to: to) }
  }
}
