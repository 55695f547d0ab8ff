internal import CModelSQLite

/// An SQL function that combines a value of every row in a group. Each group
/// has an object of its own.
package protocol AggregateFunction: AnyObject {
  /// Adds the arguments of one row to the result.
  func step(_ arguments: FunctionArguments)
  /// Returns the result for all rows of the group.
  func finish() -> FunctionResult
}

/// A box for a value to which SQLite can refer.
private final class Box<Value> {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

/// A box for the closure that creates the objects of an aggregate function.
private typealias AggregateBox = Box<() -> any AggregateFunction>
/// A box for the object of the group that is being aggregated.
private typealias RunningAggregate = Box<any AggregateFunction>

extension Connection {
  /// Registers an aggregate function of one argument.
  ///
  /// The function must be deterministic, and is available to an untrusted
  /// schema.
  ///
  /// - Throws: `SQLiteError` if statements that use the function are running.
  package func registerAggregate(
    _ name: String, _ make: @escaping () -> any AggregateFunction
  ) throws(SQLiteError) {
    let box = Unmanaged.passRetained(AggregateBox(make))
    let code = sqlite3_create_function_v2(
      handle, name, 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, box.toOpaque(), nil,
      step, finish
    ) { box in
      if let box { Unmanaged<AggregateBox>.fromOpaque(box).release() }
    }
    guard code == SQLITE_OK else { throw SQLiteError(handle, code: code) }
  }
}

private typealias Slot = UnsafeMutablePointer<Unmanaged<RunningAggregate>?>

/// Returns the memory that SQLite keeps for a group, which is initially zero;
/// nil if SQLite cannot provide it.
private func slot(_ context: OpaquePointer?, size: Int32) -> Slot? {
  sqlite3_aggregate_context(context, size)?.assumingMemoryBound(
    to: Unmanaged<RunningAggregate>?.self)
}

private func step(
  _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
) {
  guard let slot = slot(context, size: Int32(MemoryLayout<Unmanaged<RunningAggregate>?>.size)),
    let data = sqlite3_user_data(context)
  else { return }
  if slot.pointee == nil {
    let box = Unmanaged<AggregateBox>.fromOpaque(data).takeUnretainedValue()
    slot.pointee = Unmanaged.passRetained(RunningAggregate(box.value()))
  }
  slot.pointee?.takeUnretainedValue().value
    .step(FunctionArguments(count: count, values: values))
}

private func finish(_ context: OpaquePointer?) {
  if let running = slot(context, size: 0)?.pointee {
    give(running.takeRetainedValue().value.finish(), to: context)
    return
  }
  guard let data = sqlite3_user_data(context) else { return }
  // The group had no rows, so no object has been created for it.
  give(Unmanaged<AggregateBox>.fromOpaque(data).takeUnretainedValue().value().finish(), to: context)
}
