import ModelRuntime
import ShapesModel

// How the classes of the shapes are made and read: as a program does it, by initializer and property.

extension Slim: ShapeObject {
  static var table: String { "ZSLIM" }
  static var name: String { "Slim" }
  static var root: String { "Slim" }

  static func make(row: Int, in context: ManagedObjectContext) {
    let t1 = Triple(row: row, place: 1)
    _ = Slim(
      in: context, whole1: t1.whole, real1: t1.real, text1: t1.text)
  }

  var weight: Int {
    Triple(whole: whole1, real: real1, text: text1).weight
  }
}

extension Horse: ShapeObject {
  static var table: String { "ZCREATURE" }
  static var name: String { "Horse" }
  static var root: String { "Creature" }

  static func make(row: Int, in context: ManagedObjectContext) {
    let t1 = Triple(row: row, place: 1)
    let t2 = Triple(row: row, place: 2)
    let t3 = Triple(row: row, place: 3)
    _ = Horse(
      in: context, whole1: t1.whole, real1: t1.real, text1: t1.text,
      whole2: t2.whole, real2: t2.real, text2: t2.text,
      whole3: t3.whole, real3: t3.real, text3: t3.text)
  }

  var weight: Int {
    var sum = 0
    sum += Triple(whole: whole1, real: real1, text: text1).weight
    sum += Triple(whole: whole2, real: real2, text: text2).weight
    sum += Triple(whole: whole3, real: real3, text: text3).weight
    return sum
  }
}

extension Wide: ShapeObject {
  static var table: String { "ZWIDE" }
  static var name: String { "Wide" }
  static var root: String { "Wide" }

  static func make(row: Int, in context: ManagedObjectContext) {
    let t1 = Triple(row: row, place: 1)
    let t2 = Triple(row: row, place: 2)
    let t3 = Triple(row: row, place: 3)
    let t4 = Triple(row: row, place: 4)
    let t5 = Triple(row: row, place: 5)
    let t6 = Triple(row: row, place: 6)
    let t7 = Triple(row: row, place: 7)
    let t8 = Triple(row: row, place: 8)
    let t9 = Triple(row: row, place: 9)
    let t10 = Triple(row: row, place: 10)
    let t11 = Triple(row: row, place: 11)
    let t12 = Triple(row: row, place: 12)
    let t13 = Triple(row: row, place: 13)
    let t14 = Triple(row: row, place: 14)
    let t15 = Triple(row: row, place: 15)
    let t16 = Triple(row: row, place: 16)
    let t17 = Triple(row: row, place: 17)
    let t18 = Triple(row: row, place: 18)
    let t19 = Triple(row: row, place: 19)
    let t20 = Triple(row: row, place: 20)
    _ = Wide(
      in: context, whole1: t1.whole, real1: t1.real, text1: t1.text,
      whole2: t2.whole, real2: t2.real, text2: t2.text,
      whole3: t3.whole, real3: t3.real, text3: t3.text,
      whole4: t4.whole, real4: t4.real, text4: t4.text,
      whole5: t5.whole, real5: t5.real, text5: t5.text,
      whole6: t6.whole, real6: t6.real, text6: t6.text,
      whole7: t7.whole, real7: t7.real, text7: t7.text,
      whole8: t8.whole, real8: t8.real, text8: t8.text,
      whole9: t9.whole, real9: t9.real, text9: t9.text,
      whole10: t10.whole, real10: t10.real, text10: t10.text,
      whole11: t11.whole, real11: t11.real, text11: t11.text,
      whole12: t12.whole, real12: t12.real, text12: t12.text,
      whole13: t13.whole, real13: t13.real, text13: t13.text,
      whole14: t14.whole, real14: t14.real, text14: t14.text,
      whole15: t15.whole, real15: t15.real, text15: t15.text,
      whole16: t16.whole, real16: t16.real, text16: t16.text,
      whole17: t17.whole, real17: t17.real, text17: t17.text,
      whole18: t18.whole, real18: t18.real, text18: t18.text,
      whole19: t19.whole, real19: t19.real, text19: t19.text,
      whole20: t20.whole, real20: t20.real, text20: t20.text)
  }

  var weight: Int {
    var sum = 0
    sum += Triple(whole: whole1, real: real1, text: text1).weight
    sum += Triple(whole: whole2, real: real2, text: text2).weight
    sum += Triple(whole: whole3, real: real3, text: text3).weight
    sum += Triple(whole: whole4, real: real4, text: text4).weight
    sum += Triple(whole: whole5, real: real5, text: text5).weight
    sum += Triple(whole: whole6, real: real6, text: text6).weight
    sum += Triple(whole: whole7, real: real7, text: text7).weight
    sum += Triple(whole: whole8, real: real8, text: text8).weight
    sum += Triple(whole: whole9, real: real9, text: text9).weight
    sum += Triple(whole: whole10, real: real10, text: text10).weight
    sum += Triple(whole: whole11, real: real11, text: text11).weight
    sum += Triple(whole: whole12, real: real12, text: text12).weight
    sum += Triple(whole: whole13, real: real13, text: text13).weight
    sum += Triple(whole: whole14, real: real14, text: text14).weight
    sum += Triple(whole: whole15, real: real15, text: text15).weight
    sum += Triple(whole: whole16, real: real16, text: text16).weight
    sum += Triple(whole: whole17, real: real17, text: text17).weight
    sum += Triple(whole: whole18, real: real18, text: text18).weight
    sum += Triple(whole: whole19, real: real19, text: text19).weight
    sum += Triple(whole: whole20, real: real20, text: text20).weight
    return sum
  }
}
