extension ManagedObjectModel {
  /// All models among the resources of a bundle as one.
  ///
  /// - Throws: `ModelFileError` when there is none, one cannot be read, or two
  ///   have different entities of one name.
  public static func merged(from bundle: Bundle) throws -> ManagedObjectModel {
    try merged(from: bundle.resourceURL ?? bundle.bundleURL)
  }
}
