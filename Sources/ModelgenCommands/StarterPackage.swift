/// A package that serves as a starting point, with the model, the program and
/// the store of the README, and a test.
struct StarterPackage {
  /// The dependency on the package with the runtime, with the name of the new
  /// package and program.
  let package: AppPackage
  /// The name of the model.
  let model: String

  /// Creates a starter package. Its name must be valid as the name of a target.
  init(_ package: AppPackage) {
    self.package = package
    let words = package.program.split { !$0.isLetter && !$0.isNumber }
    let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    // These names are already used by the model's entities and the program.
    model = ["Album", "Artist", "Program"].contains(name) ? name + "Library" : name
  }

  /// The name of the program's module, which the package manager derives from
  /// the name of the target.
  private var module: String { package.program.replacing("-", with: "_") }
  /// The name of the property that contains the model in generated code.
  private var property: String { model.prefix(1).lowercased() + model.dropFirst() }

  private func container(_ configuration: String) -> String {
    "PersistentContainer(.\(property), configuration: \(configuration))"
  }

  /// The texts of the files, with their paths in the folder of the package.
  var files: [(path: String, text: String)] {
    let sources = "Sources/\(package.program)"
    return [
      ("Package.swift", manifest), ("\(sources)/\(model).model", modelText),
      ("\(sources)/Program.swift", program),
      ("Tests/\(package.program)Tests/\(model)Tests.swift", tests), (".gitignore", ignored),
    ]
  }

  private var manifest: String {
    """
    // swift-tools-version: 6.2

    import PackageDescription

    let package = Package(
      name: "\(package.program)",
      platforms: [.macOS(.v15)],
      dependencies: [\(package.dependency)],
      targets: [
        .executableTarget(
          name: "\(package.program)",
          dependencies: [.product(name: "ModelRuntime", package: "\(package.name)")],
          plugins: [.plugin(name: "ModelgenPlugin", package: "\(package.name)")]),
        .testTarget(
          name: "\(package.program)Tests",
          dependencies: [
            "\(package.program)", .product(name: "ModelRuntime", package: "\(package.name)"),
          ]),
      ]
    )

    """
  }

  private var modelText: String {
    """
    model \(model) @version(1)

    /// Somebody who makes records.
    entity Artist {
        var name: String @unique @length(1...)
        var albums: Set<Album> @inverse(artist) @onDelete(.cascade)
    }

    /// A record.
    entity Album {
        var title: String
        var year: Int16 @range(1900...)
        var artist: Artist? @inverse(albums)
    }

    """
  }

  private var program: String {
    """
    import Foundation
    import ModelRuntime

    @main
    struct Program {
      static func main() {
        do {
          try run()
        } catch {
          print(error.localizedDescription)
          exit(1)
        }
      }

      static func run() throws {
        let store = URL(filePath: "\(package.program).sqlite")
        let container = try \(container("StoreConfiguration(url: store)"))
        try container.performAndWait { context in
          if try context.count(Artist.all) == 0 {
            let joni = Artist(in: context, name: "Joni Mitchell")
            joni.albums.insert(Album(in: context, title: "Blue", year: 1971))
            joni.albums.insert(Album(in: context, title: "Hejira", year: 1976))
            _ = Album(in: context, title: "Kind of Blue", year: 1959)
            try context.save()
          }

          let blue = Album.where { $0.title.contains("blue", .caseInsensitive) }
            .sorted { [$0.year.ascending] }
          for album in try context.fetch(blue) {
            print(album.year, album.title, "by", album.artist?.name ?? "somebody")
          }
        }
      }
    }

    """
  }

  private var tests: String {
    """
    import ModelRuntime
    import XCTest

    @testable import \(module)

    final class \(model)Tests: XCTestCase {
      func testAnArtistTakesTheAlbumsAlong() throws {
        let container = try \(container(".inMemory"))
        try container.performAndWait { context in
          let joni = Artist(in: context, name: "Joni Mitchell")
          joni.albums.insert(Album(in: context, title: "Blue", year: 1971))
          try context.save()
          XCTAssertEqual(try context.count(Album.all), 1)

          context.delete(joni)
          try context.save()
          XCTAssertEqual(try context.count(Album.all), 0)
        }
      }
    }

    """
  }

  private var ignored: String {
    """
    .build/
    *.sqlite
    *.sqlite-shm
    *.sqlite-wal

    """
  }
}
