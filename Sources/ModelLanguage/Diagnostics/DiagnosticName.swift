/// The names of all diagnostics, which never change.
enum DiagnosticName: String, Sendable, CaseIterable {
  // The text itself.
  case syntaxError = "SyntaxError"
  case unexpectedCharacter = "UnexpectedCharacter"
  case unterminatedText = "UnterminatedText"
  case invalidLiteral = "InvalidLiteral"
  case nestedTooDeep = "NestedTooDeep"
  case missingBrace = "MissingBrace"
  case unknownDeclaration = "UnknownDeclaration"
  case foreignSyntax = "ForeignSyntax"
  case missingType = "MissingType"
  case attributeOnOwnLine = "AttributeOnOwnLine"

  // Names.
  case missingModelHeader = "MissingModelHeader"
  case headerMismatch = "HeaderMismatch"
  case duplicateName = "DuplicateName"
  case reservedName = "ReservedName"
  case hidingName = "HidingName"
  case unknownType = "UnknownType"
  case unknownEntity = "UnknownEntity"
  case unknownProperty = "UnknownProperty"
  case unknownParameter = "UnknownParameter"
  case unknownCase = "UnknownCase"
  case unknownFunction = "UnknownFunction"
  case unknownDiagnostic = "UnknownDiagnostic"

  // Attributes.
  case unknownAttribute = "UnknownAttribute"
  case attributeNotApplicable = "AttributeNotApplicable"
  case attributeArguments = "AttributeArguments"
  case duplicateAttribute = "DuplicateAttribute"

  // Types and values.
  case typeNotAllowed = "TypeNotAllowed"
  case aliasCycle = "AliasCycle"
  case compositeCycle = "CompositeCycle"
  case rawType = "RawType"
  case duplicateRawValue = "DuplicateRawValue"
  case defaultType = "DefaultType"
  case emptyRange = "EmptyRange"
  case derivation = "Derivation"

  // Entities and relationships.
  case inheritanceCycle = "InheritanceCycle"
  case missingInverse = "MissingInverse"
  case inverseMismatch = "InverseMismatch"
  case ambiguousInverse = "AmbiguousInverse"
  case impossibleDeleteRule = "ImpossibleDeleteRule"
  case mutuallyRequired = "MutuallyRequired"
  case mutualCascade = "MutualCascade"
  case crossStoreRelationship = "CrossStoreRelationship"
  case shard = "Shard"

  // Expressions and fetches.
  case typeMismatch = "TypeMismatch"
  case toManyKeyPath = "ToManyKeyPath"
  case invalidKeyPath = "InvalidKeyPath"
  case invalidExpression = "InvalidExpression"
  case fetchResult = "FetchResult"
  case fetchClause = "FetchClause"
  case fullScan = "FullScan"
  case migration = "Migration"

  // Versions.
  case noValueForOldRows = "NoValueForOldRows"
  case lostProperty = "LostProperty"
  case frozenVersionEdited = "FrozenVersionEdited"
}

extension DiagnosticName {
  var severity: Diagnostic.Severity {
    switch self {
    case .hidingName, .mutualCascade, .fullScan, .attributeOnOwnLine, .unknownDiagnostic: .warning
    default: .error
    }
  }

  /// The errors in the comparison with older versions that the header of a
  /// model can allow.
  static let ofVersions: [DiagnosticName] = [.lostProperty, .noValueForOldRows]

  /// The lines that the excerpt shows in addition to the marked lines.
  var context: Excerpt.Context {
    switch self {
    case .unknownType: .both
    case .missingInverse, .fullScan: .after
    default: .none
    }
  }
}
