/// The properties of an entity that are needed for reading its changes. The
/// properties are determined once for each entity, because a history contains
/// many changes.
struct HistoryEntity {
  /// The names of the properties, in the order of the bits of `ZCOLUMNS`.
  private let names: [String]
  /// The attributes whose values are preserved when an object is deleted.
  let kept: [CompiledProperty]

  init(_ entity: CompiledEntity) {
    names = entity.historyProperties.map(\.name)
    kept = entity.keptAttributes
  }

  /// Returns the names of the changed properties from the bytes of `ZCOLUMNS`.
  ///
  /// - Parameter isMirrored: True if the first property has the lowest bit of
  ///   its byte, as earlier versions of this library wrote it.
  func changedNames(_ bytes: [UInt8], isMirrored: Bool) -> Set<String> {
    Set(
      names.indices.filter { place in
        let bit = isMirrored ? place % 8 : 7 - place % 8
        return place / 8 < bytes.count && bytes[place / 8] & 1 << bit != 0
      }.map { names[$0] })
  }
}
