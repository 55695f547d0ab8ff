import FileFaults
import Foundation
import TestSupport
import XCTest

/// The layer between the library and the files of a folder.
enum FileLayer {
  /// What is to fail.
  struct Fault: CustomStringConvertible {
    var name: String
    var operations: Int
    var error = EIO
    var isTorn = false
    /// Whether all later operations of the kind fail too.
    var isForGood = false
    /// Which operation is the first that fails.
    var number = 0

    var description: String {
      "\(name) \(number)\(isForGood ? " and all after it" : "")"
    }

    /// Every kind of fault, once and for good.
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

  /// Runs the body while the files of a folder are watched.
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

  /// Runs the body while a fault is there.
  ///
  /// - Returns: Whether the fault was reached.
  static func failing(_ fault: Fault, _ body: () -> Void) -> Bool {
    arm(fault)
    body()
    file_faults_disarm()
    return file_faults_injected() > 0
  }

  /// Lets a fault be there from now on.
  static func arm(_ fault: Fault) {
    file_faults_arm(
      UInt32(fault.operations), Int64(fault.number), fault.isForGood ? .max : 1, fault.error,
      fault.isTorn ? 1 : 0)
  }
}

extension FileLayer {
  /// How many operations that faults are of a body does, by their kinds.
  static func counting(_ faults: [Fault], _ body: () throws -> Void) throws -> [Int: Int] {
    let kinds = Set(faults.map(\.operations))
    file_faults_arm(UInt32(kinds.reduce(0, |)), .max, 0, 0, 0)
    defer { file_faults_disarm() }
    try body()
    return Dictionary(
      uniqueKeysWithValues: kinds.map { ($0, Int(file_faults_seen(UInt32($0)))) })
  }
}
