internal import ModelSQLite
internal import ModelSchema

/// A fetch as a statement of one connection.
struct CompiledFetch {
  let statement: Statement
  let parameters: [SQLParameter]
}

/// The compiled fetches of a connection, by their shapes.
///
/// It begins anew when a program makes ever new shapes.
final class FetchStatements {
  private var byShape: [[UInt8]: CompiledFetch] = [:]
  private static let limit = 512

  subscript(shape: [UInt8]) -> CompiledFetch? {
    get { byShape[shape] }
    set {
      if byShape.count >= Self.limit { byShape.removeAll() }
      byShape[shape] = newValue
    }
  }
}
