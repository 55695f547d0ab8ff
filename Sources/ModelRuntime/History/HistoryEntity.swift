/// The facts about an entity that are needed for reading each of its changes. They are
/// determined once, because a history contains many changes.
struct HistoryEntity {
  /// The names of the properties, in the order of the bits of `ZCOLUMNS`.
  private let names: [String]
  /// The attributes whose values are preserved after deletion.
  let kept: [CompiledProperty]

  init(_ entity: CompiledEntity) {
    names = entity.historyProperties.map(\.name)
    kept = entity.keptAttributes
  }

  /// Returns the names of the changed properties from the bytes of `ZCOLUMNS`.
  ///
  /// - Parameter isMirrored: True if the first property has the lowest bit of its byte,
  ///   as written by earlier versions of this library.
  func changedNames(_ bytes: [UInt8], isMirrored: Bool) -> Set<String> {
    Set(
      names.indices.filter { place in
        let bit = isMirrored ? place % 8 : 7 - place % 8
        return place / 8 < bytes.count && bytes[place / 8] & 1 << bit != 0
      }.map { names[$0] })
  }
}
