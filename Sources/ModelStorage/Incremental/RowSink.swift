/// Receives the rows of an incremental store, value by value.
///
/// ```swift
/// try sink.begin(entity, key: 7, version: 1)
/// sink.add("Pluto")          // as many values as the entity has columns, in their order
/// sink.add(Int64(3))
/// try sink.end()
/// ```
///
/// Each value is passed directly to generated code. Nothing is kept of a row but its object.
public final class RowSink {
  /// A function that processes one row in a register.
  package typealias Receiver = (RowRegister, Row) throws -> Void

  private let registers: RowRegisters
  private let receive: Receiver
  private var register: RowRegister?
  /// The cells of the register; nil before the first row. The register retains
  /// them, so that adding a value needs no reference counting.
  private var cells: Unmanaged<RowCells>?

  package init(_ registers: RowRegisters, _ receive: @escaping Receiver) {
    self.registers = registers
    self.receive = receive
  }

  /// Begins a row.
  ///
  /// - Throws: `StoreError` if the entity does not belong to the store's model.
  public func begin(_ entity: StoreSchema.Entity, key: Int64, version: Int32) throws {
    try begin(entityIndex: entity.index, key: key, version: version)
  }

  /// Begins a row of the entity at the given index of the schema.
  package func begin(entityIndex: Int, key: Int64, version: Int32) throws {
    if register?.entity.index != entityIndex {
      let register = try registers.register(entityIndex)
      self.register = register
      cells = Unmanaged.passUnretained(register.cells)
    }
    add(key)
    add(Int64(version))
  }

  /// Adds a missing value.
  public func addNull() { cells?._withUnsafeGuaranteedRef { $0.bindNull() } }

  /// Adds an integer, a Boolean as 0 or 1, or a key.
  public func add(_ value: Int64) { cells?._withUnsafeGuaranteedRef { $0.bind(value) } }

  /// Adds a number, or a date as seconds since 2001-01-01 00:00 UTC.
  public func add(_ value: Double) { cells?._withUnsafeGuaranteedRef { $0.bind(value) } }

  /// Adds a string, or the digits of a decimal.
  public func add(_ value: String) { cells?._withUnsafeGuaranteedRef { $0.bind(value) } }

  /// Adds a string as UTF-8.
  public func add(utf8 bytes: UnsafeBufferPointer<UInt8>) {
    cells?._withUnsafeGuaranteedRef { $0.bind(utf8: bytes) }
  }

  /// Adds data, or the sixteen bytes of a UUID.
  public func add(_ bytes: UnsafeRawBufferPointer) {
    cells?._withUnsafeGuaranteedRef { $0.bind(bytes) }
  }

  /// Adds a value of any type.
  public func add(_ value: ConstantValue) { cells?._withUnsafeGuaranteedRef { $0.bind(value) } }

  /// Ends a row and delivers it.
  ///
  /// - Throws: Any error in reading the row.
  public func end() throws {
    guard let register else { return }
    defer { register.cells.removeAll() }
    try receive(register, register.row)
  }
}
