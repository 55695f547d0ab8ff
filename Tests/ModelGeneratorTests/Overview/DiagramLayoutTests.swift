import Foundation
import ModelLanguage
import XCTest

@testable import ModelGenerator

/// Diagrams are readable: boxes do not overlap, and no arrow crosses a box.
final class DiagramLayoutTests: XCTestCase {
  func testBoxesDoNotOverlap() throws {
    for (name, diagram) in try diagrams() {
      let frames = DiagramLayout(diagram).frames
      for (index, one) in frames.enumerated() {
        for other in frames[..<index] {
          let isApart =
            one.right < other.x || other.right < one.x || one.y + one.height < other.y
            || other.y + other.height < one.y
          XCTAssertTrue(isApart, name)
        }
      }
    }
  }

  func testArrowsRunBesideTheBoxes() throws {
    for (name, diagram) in try diagrams() {
      let layout = DiagramLayout(diagram)
      for drawn in DiagramLines(diagram, layout).drawn {
        for step in 0...20 {
          let point = drawn.line.point(at: Double(step) / 20)
          for frame in layout.frames {
            let isInside =
              point.x > frame.x + 0.1 && point.x < frame.right - 0.1 && point.y > frame.y
              && point.y < frame.y + frame.height
            XCTAssertFalse(isInside, "\(name): \(drawn.arrow.label)")
          }
          XCTAssertTrue(point.x < layout.width && point.y < layout.height, name)
        }
      }
    }
  }

  func testArrowsMeetBoxesApartFromEachOther() throws {
    for (name, diagram) in try diagrams() {
      let drawn = DiagramLines(diagram, DiagramLayout(diagram)).drawn
      let ends = drawn.flatMap { [$0.line.start, $0.line.end] }
      for (index, one) in ends.enumerated() {
        for other in ends[..<index] where other.x == one.x {
          XCTAssertGreaterThan(abs(other.y - one.y), 8, name)
        }
      }
    }
  }

  private func diagrams() throws -> [(String, ModelDiagram)] {
    let client = "Tests/Client/Tests/PluginTests"
    return try [
      "Models/Bank.model", "\(client)/Tasks.model", "\(client)/FailedBanks.model",
      "\(client)/Types.model", "Tests/ObjectGraphTests/Models/School.model",
    ].map { path in
      let text = try String(contentsOf: repository.appending(path: path), encoding: .utf8)
      let reading = readModel([SourceFile(path: path, text: text)])
      return (path, ModelDiagram(try XCTUnwrap(reading.model, path)))
    }
  }
}
