// `make soak`: four processes save, read and follow one store for ten minutes, or as many as the
// argument says. One of them is killed every few seconds, and starts again; the history is purged
// all the time. In the end every moment that was read was whole, and memory, descriptors and
// files are those of the beginning.

import Foundation

if let actor = SoakActor(CommandLine.arguments) {
  actor.run()
} else {
  let minutes = CommandLine.arguments.dropFirst().first.flatMap { Double($0) } ?? 10
  exit(try Soak(seconds: minutes * 60).run() ? 0 : 1)
}
