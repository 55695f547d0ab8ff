/// The version of this package, which `--version` prints.
package enum PackageVersion {
  /// The current version, as in the change log.
  package static let current = "0.2.0"
}
