import FileFaults
import Foundation
import TestSupport
import XCTest

/// Intercepts the file operations in a folder, to count them, to record them or to make
/// them fail.
enum FileLayer {
  /// A kind of operation that fails, with the error code.
  struct Fault: CustomStringConvertible {
    var name: String
    var operations: Int
    var error = EIO
    var isTorn = false
    /// True if all later operations of this kind fail too.
    var isForGood = false
    /// The index of the first operation that fails.
    var number = 0

    var description: String {
      "\(name) \(number)\(isForGood ? " and all after it" : "")"
    }

    /// Every kind of fault, once as a single failure and once as a permanent one.
    static let all: [Fault] = [
      Fault(name: "open", operations: FILE_FAULT_OPEN, error: EMFILE),
      Fault(name: "read", operations: FILE_FAULT_READ),
      Fault(name: "write", operations: FILE_FAULT_WRITE),
      Fault(name: "full disk", operations: FILE_FAULT_WRITE, error: ENOSPC),
      Fault(name: "torn write", operations: FILE_FAULT_WRITE, isTorn: true),
      Fault(name: "sync", operations: FILE_FAULT_SYNC),
      Fault(name: "truncate", operations: FILE_FAULT_TRUNCATE),
      Fault(name: "delete", operations: FILE_FAULT_DELETE),
      Fault(name: "lock", operations: FILE_FAULT_LOCK),
      Fault(name: "lock of another", operations: FILE_FAULT_LOCK, error: EAGAIN),
      Fault(name: "rename", operations: FILE_FAULT_RENAME),
      Fault(name: "stat", operations: FILE_FAULT_STAT),
      Fault(name: "list", operations: FILE_FAULT_LIST),
      Fault(name: "rights", operations: FILE_FAULT_RIGHTS, error: EPERM),
      Fault(name: "close", operations: FILE_FAULT_CLOSE),
      Fault(name: "link", operations: FILE_FAULT_LINK),
    ].flatMap { fault in
      var forGood = fault
      forGood.isForGood = true
      return [fault, forGood]
    }
  }

  /// Runs the body while the operations on the files of a folder are intercepted.
  static func watching<Result>(
    _ folder: URL, logs: Bool = false, _ body: () throws -> Result
  ) throws -> Result {
    try XCTSkipIf(file_faults_work() == 0, "the layer works with glibc only")
    file_faults_watch(path(folder), logs ? 1 : 0)
    defer { file_faults_watch(nil, 0) }
    return try body()
  }

  private static func path(_ folder: URL) -> String {
    let path = folder.path(percentEncoded: false)
    return path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// Runs the body with a fault.
  ///
  /// - Returns: True if an operation failed because of the fault.
  static func failing(_ fault: Fault, _ body: () -> Void) -> Bool {
    arm(fault)
    body()
    file_faults_disarm()
    return file_faults_injected() > 0
  }

  /// Injects a fault from now on.
  static func arm(_ fault: Fault) {
    file_faults_arm(
      UInt32(fault.operations), Int64(fault.number), fault.isForGood ? .max : 1, fault.error,
      fault.isTorn ? 1 : 0)
  }
}

extension FileLayer {
  /// Returns the number of operations in the body that the faults could make fail, by kind
  /// of operation.
  static func counting(_ faults: [Fault], _ body: () throws -> Void) throws -> [Int: Int] {
    let kinds = Set(faults.map(\.operations))
    file_faults_arm(UInt32(kinds.reduce(0, |)), .max, 0, 0, 0)
    defer { file_faults_disarm() }
    try body()
    return Dictionary(
      uniqueKeysWithValues: kinds.map { ($0, Int(file_faults_seen(UInt32($0)))) })
  }
}
