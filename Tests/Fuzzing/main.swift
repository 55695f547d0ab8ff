import CFuzzer
import Foundation
import FuzzInputs

// `fuzz INPUT OPTION... FOLDER...` tries mutations of the files in the folders until something is
// wrong; the options are libFuzzer's. `fuzz seeds FOLDER` writes the stores to begin with.
// `Tests/fuzz.sh` builds it and runs it.

/// What a finding ends the program with, so that libFuzzer keeps the bytes.
func report(_ finding: String) -> Never {
  FileHandle.standardError.write(Data("finding: \(finding)\n".utf8))
  abort()
}

/// The input of the command line: libFuzzer's function has no context that could hold it.
enum Chosen {
  static let input = CommandLine.arguments.dropFirst().first.flatMap(FuzzInput.init)
}

if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "seeds" {
  try FuzzSeeds.write(into: URL(filePath: CommandLine.arguments[2], directoryHint: .isDirectory))
  exit(0)
}
guard Chosen.input != nil else {
  let names = FuzzInput.allCases.map(\.rawValue).joined(separator: ", ")
  FileHandle.standardError.write(Data("fuzz INPUT OPTION... FOLDER...; inputs: \(names)\n".utf8))
  exit(64)
}
var count = CommandLine.argc - 1
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv + 1
exit(
  LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
    let bytes = Array(UnsafeBufferPointer(start: bytes, count: count))
    if let finding = Chosen.input?.finding(in: bytes) {
      report(finding)
    }
    return 0
  })
