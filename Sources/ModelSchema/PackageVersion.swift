/// The version of this package: what `--version` prints.
package enum PackageVersion {
  /// The current version, as the change log names it.
  package static let current = "0.2.0"
}
