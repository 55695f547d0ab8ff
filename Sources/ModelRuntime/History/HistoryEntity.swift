/// The facts about an entity that a reader of a history needs for each of its
/// changes: found once, since there are many.
struct HistoryEntity {
  /// The names of the properties that a bit of `ZCOLUMNS` stands for.
  private let names: [String]
  /// The attributes whose values are kept after deletion.
  let kept: [CompiledProperty]

  init(_ entity: CompiledEntity) {
    names = entity.historyProperties.map(\.name)
    kept = entity.keptAttributes
  }

  /// The names of the properties of which such bytes say that they changed.
  func changedNames(_ bytes: [UInt8]) -> Set<String> {
    Set(
      names.indices.filter { $0 / 8 < bytes.count && bytes[$0 / 8] & (1 << ($0 % 8)) != 0 }
        .map { names[$0] })
  }
}
