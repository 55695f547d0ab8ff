/// Enters the names of types and entities in the symbol table.
struct NamePass: CheckPass {
  let symbols: SymbolTable

  /// Enters all types and entities in the symbol table, in the order of
  /// declaration, so that the second of two equal names is reported.
  func run() {
    var first: [String: NameSyntax] = [:]
    for file in symbols.files {
      let declarations = declarations(in: file).sorted {
        $0.name.span.start < $1.name.span.start
      }
      for declaration in declarations where declare(declaration, in: &first) {
        declaration.enter()
      }
    }
  }

  /// Returns the types and entities of a file.
  private func declarations(in file: FileSyntax) -> [TypeDeclaration] {
    file.typeAliases.map { declaration($0.name, AliasSymbol($0), \.aliases, \.aliasList) }
      + file.enumerations.map {
        declaration($0.name, EnumerationSymbol($0), \.enumerations, \.enumerationList)
      }
      + file.composites.map {
        declaration($0.name, CompositeSymbol($0), \.composites, \.compositeList)
      }
      + file.entities.map { declaration($0.name, EntitySymbol($0), \.entities, \.entityList) }
  }

  private func declaration<Symbol>(
    _ name: NameSyntax, _ symbol: Symbol,
    _ table: ReferenceWritableKeyPath<SymbolTable, [String: Symbol]>,
    _ list: ReferenceWritableKeyPath<SymbolTable, [Symbol]>
  ) -> TypeDeclaration {
    TypeDeclaration(name: name, isEntity: symbol is EntitySymbol) {
      symbols[keyPath: table][name.text] = symbol
      symbols[keyPath: list].append(symbol)
    }
  }

  /// Enters a name in the given table; returns false if the name is taken.
  ///
  /// An entity may have the same name as a type, as in some real models: the
  /// name in back-ticks refers to the entity.
  private func declare(
    _ declaration: TypeDeclaration, in first: inout [String: NameSyntax]
  ) -> Bool {
    let name = declaration.name
    if !declaration.isEntity, BuiltinType(rawValue: name.text) != nil {
      report(
        .reservedName, "'\(name.text)' is a type of the language and cannot be declared",
        at: name.span
      ) { $0.fix("pick another name, such as 'Model\(name.text)'") }
      return false
    }
    if let other = first[name.text] {
      reportDuplicate("'\(name.text)' is already declared", at: name.span, first: other.span)
      return false
    }
    first[name.text] = name
    return true
  }
}

/// A declaration whose name is used as a type.
private struct TypeDeclaration {
  let name: NameSyntax
  let isEntity: Bool
  /// A closure that enters the symbol of the declaration under its name.
  let enter: () -> Void
}
