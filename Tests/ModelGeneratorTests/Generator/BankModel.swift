import ModelSchema

/// The model of `Models/Bank.model`, as a description in code.
let bankModel = ManagedObjectModel(
  name: "Bank", version: 3,
  documentation: "Banks that failed in the United States, as published by the FDIC.",
  access: .public, entities: [failedBankInfo, failedBankDetails, bankTag])

private let failedBankInfo = EntityDescription(
  name: "FailedBankInfo",
  documentation: "A failed bank, as shown in lists.",
  properties: [
    .attribute(
      "name", .string, "Official name when the bank was closed.",
      rules: [.length(min: 1)]),
    .attribute("city", .string, "City of the main office."),
    .attribute("state", .string, "Postal code of the state, such as \"GA\"."),
    .attribute(
      "cert", .int32, "FDIC certificate number; never reused.", isOptional: true,
      isUnique: true),
    .attribute(
      "acquirer", .string,
      "The bank that took over deposits or assets, where there was one.",
      isOptional: true),
    .toOne(
      "details", "FailedBankDetails",
      "The long part; deleted together with the bank.", inverse: "info",
      deleteRule: .cascade),
  ],
  indexes: [
    FetchIndexDescription(name: "byName", elements: [.init("name")]),
    FetchIndexDescription(name: "byState", elements: [.init("state")]),
  ],
  fetchTemplates: [named, countClosed])

private let named = FetchTemplate(
  name: "named",
  documentation: "Banks whose name contains a text, ignoring case and accents, last closed first.",
  parameters: [.init(label: nil, name: "text", type: .attribute(.string, typeAlias: nil))],
  entityName: "FailedBankInfo",
  predicate: .compare(
    .keyPath("name"), .contains, .variable("text"),
    options: [.caseInsensitive, .diacriticInsensitive]),
  sortKeys: [SortKey(["details", "closeDate"], isAscending: false)])

private let countClosed = FetchTemplate(
  name: "count",
  documentation: "How many banks closed in a state since a day.",
  parameters: [
    .init(label: "closedIn", name: "state", type: .attribute(.string, typeAlias: nil)),
    .init(label: "since", name: "since", type: .attribute(.date, typeAlias: nil)),
  ],
  entityName: "FailedBankInfo", result: .count,
  predicate: .and([
    .compare(.keyPath("state"), .equal, .variable("state")),
    .compare(.keyPath("details", "closeDate"), .greaterOrEqual, .variable("since")),
  ]))

private let failedBankDetails = EntityDescription(
  name: "FailedBankDetails",
  documentation: "The details of one failure.",
  properties: [
    .attribute(
      "closeDate", .date, "Day the bank was closed, at midnight UTC.",
      isOptional: true),
    .attribute(
      "updateDate", .date, "Day its entry was last changed, at midnight UTC.",
      isOptional: true),
    .attribute(
      "zip", .int32,
      "Postal code of the main office; 0 where it is not known.",
      defaultValue: .constant(.integer(0))),
    .toOne(
      "info", "FailedBankInfo", "The bank that these details belong to.",
      inverse: "details"),
    .toMany(
      "tags", "Tag", "The labels that somebody gave to this failure.",
      inverse: "bankdetails"),
  ],
  indexes: [FetchIndexDescription(name: "byCloseDate", elements: [.init("closeDate")])])

private let bankTag = EntityDescription(
  name: "Tag",
  documentation: "A free label.",
  properties: [
    .attribute(
      "name", .string, "What the label says.", rules: [.length(min: 1)],
      isUnique: true),
    .toMany(
      "bankdetails", "FailedBankDetails",
      "The failures that carry this label.", inverse: "tags"),
  ])
