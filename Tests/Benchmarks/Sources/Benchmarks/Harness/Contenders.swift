/// Who takes part, the reference first.
enum Contenders {
  static let all: [ContenderEntry] = [
    RawContender.entry,
    OursContender.entry,
    PreparedContender.entry,
    PlainRecordContender.entry,
    CodableRecordContender.entry,
    GraphContender.entry,
  ]

  /// The one that all ratios are against.
  static var reference: ContenderEntry { RawContender.entry }
}
