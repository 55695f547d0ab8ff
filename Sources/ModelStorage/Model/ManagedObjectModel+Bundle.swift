extension ManagedObjectModel {
  /// Returns all models among the resources of a bundle, merged into one.
  ///
  /// - Throws: `ModelFileError` if there is no model, a model cannot be read,
  ///   or two models have different entities with the same name.
  public static func merged(from bundle: Bundle) throws -> ManagedObjectModel {
    try merged(from: bundle.resourceURL ?? bundle.bundleURL)
  }
}
