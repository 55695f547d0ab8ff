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
  ///
  /// - Parameter isMirrored: True if the first property has the lowest bit of its byte, as earlier
  ///   versions of this library wrote them.
  func changedNames(_ bytes: [UInt8], isMirrored: Bool) -> Set<String> {
    Set(
      names.indices.filter { place in
        let bit = isMirrored ? place % 8 : 7 - place % 8
        return place / 8 < bytes.count && bytes[place / 8] & 1 << bit != 0
      }.map { names[$0] })
  }
}
