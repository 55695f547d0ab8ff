extension ScreenCatalog {
  /// Returns the text of an object's row. The object can belong to any entity.
  package func row(_ object: ManagedObject) -> RowText {
    self[object.entityName]?.row(object) ?? RowText("\(object.objectID)")
  }

  /// Returns a description of the side effects of a deletion, such as `also 1 closing;
  /// takes the tag off 2 banks`; empty if nothing else changes.
  package func effect(
    of plan: DeletionPlan, in context: ManagedObjectContext
  ) -> String {
    let also = counted(plan.deleted.dropFirst().map(\.entityName))
    let cleared = Set(plan.cleared.map(\.objectID)).map(\.entityName)
    let noun = plan.deleted.first.flatMap { self[$0.entityName]?.noun.lowercased() } ?? "object"
    let denied = plan.denied.values.joined().map(\.entityName)
    return [
      also.isEmpty ? "" : "also \(also)",
      cleared.isEmpty ? "" : "takes the \(noun) off \(counted(cleared))",
      denied.isEmpty ? "" : forbidden(by: denied),
    ].filter { !$0.isEmpty }.joined(separator: "; ")
  }

  /// Returns a description of the objects that prevent a deletion, such as `1 keeper
  /// forbids it`.
  func forbidden(by names: [String]) -> String {
    "\(counted(names)) \(names.count == 1 ? "forbids" : "forbid") it"
  }

  /// Returns a description of the number of objects of each entity, such as `1 closing,
  /// 2 tags`.
  func counted(_ names: some Sequence<String>) -> String {
    let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
    let known = entities.map(\.entityName)
    return
      (known.filter { counts[$0] != nil } + counts.keys.filter { !known.contains($0) }.sorted())
      .map { name in
        let count = counts[name] ?? 0
        let noun = count == 1 ? self[name]?.noun : self[name]?.plural
        return "\(count) \((noun ?? name).lowercased())"
      }.joined(separator: ", ")
  }
}
