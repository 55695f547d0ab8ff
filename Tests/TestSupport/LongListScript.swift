public import Foundation

/// A terminal script for a list that is longer than the screen: forty rows with four
/// beginnings, ten of them with the beginning that the script searches for.
public struct LongListScript {
  /// The text that ten rows begin with, without its accent.
  public var beginning: String
  /// The word for one object, and the word for several objects.
  public var noun: String
  public var plural: String
  /// The label of a field of the form.
  public var field: String
  /// The kind of value that the second kind of search expects, as the message about a
  /// wrong text names it.
  public var mistake: String

  public init(beginning: String, noun: String, plural: String, field: String, mistake: String) {
    (self.beginning, self.noun, self.plural) = (beginning, noun, plural)
    (self.field, self.mistake) = (field, mistake)
  }

  /// Starts a program in a shell that prints `stopped` when the program is stopped, and
  /// continues it after an Enter.
  public static func terminal(_ program: URL, store: String) throws -> PseudoTerminal {
    let script = "\"$0\" --store \"$1\"; echo stopped; read line; fg >/dev/null"
    return try PseudoTerminal(
      URL(filePath: "/bin/sh"), ["-mc", script, program.path(percentEncoded: false), store])
  }

  /// The steps, from the first screen to the end of the program.
  public var text: String {
    """
    ? 1 of 40
    = long-list
    > {PgDn}
    ? 20 of 40
    > {wheel up}{wheel up}{click 6,3}
    = long-clicked
    > {click 6,3}
    ? \(field)
    # A form with something typed asks, and takes it back.
    > x{^C}
    ? Save what was changed?
    > {Esc}{^T}
    ? Taken back
    = long-field-undone
    > {^R}
    ? Done again
    = long-field-redone
    > {^T}
    ? Taken back
    > {Esc}{Home}f\(beginning)
    ? Find \(beginning)
    = long-jump
    > {Enter}oO
    ? turned around
    = long-sorted
    > {^Z}
    ? stopped
    > {Enter}
    ? of 40
    > /\(beginning)
    ? 10 \(plural.lowercased())
    = long-found
    # What the order is by stays where there is little room.
    @ 12 40
    ? 10 \(plural.lowercased())
    = long-found-narrow
    @ 24 80
    ? 10 \(plural.lowercased())
    > {Down}o
    ? of 10, by
    > u{Esc}/{Tab}
    ! 10 \(plural.lowercased())
    = long-other-kind
    > {^U}x{Enter}
    ? 'x' is not \(mistake)
    @ 6 20
    ? Not done
    = long-box
    > {Space}
    ! Not done
    > {Esc}
    ? \(plural)
    @ 12 40
    ? ? keys
    = long-narrow
    > ?
    ? Keys
    = long-help
    > {Space}a
    ? New \(noun.lowercased())
    = long-question
    > {Esc}
    ! New \(noun.lowercased())
    @ 12 80
    > d
    ? ›Delete‹
    = long-asked
    > {Enter}
    ? of 39
    = long-deleted
    > d{Enter}
    ? of 38
    > u
    ? of 39
    > u
    ? of 40
    = long-undone
    > U
    ? of 39
    = long-redone
    > u
    ? of 40
    > q
    """
  }
}
