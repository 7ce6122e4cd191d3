import { expect, test } from "vitest"
import { mayBeBounce } from "./bounce-head.ts"

test.each([
  ["a report", "Content-Type: multipart/report; report-type=delivery-status"],
  ["a folded head", "content-type:\r\n multipart/report;\r\n\tboundary=x"],
  ["no way back", "Return-Path: <>\r\nFrom: Awa <awa@exemple.test>"],
  ["a mail server with its name", "From: Mail Delivery System <MAILER-DAEMON@exemple.test>"],
  ["a mail server alone", "From: mailer-daemon@exemple.test"],
  ["a mail server with a comment", "From: MAILER-DAEMON@exemple.test (Mail Delivery System)"],
  ["a mail server with no domain", "From: <postmaster>"],
])("%s may be a bounce", (_, head) => {
  expect(mayBeBounce(`${head}\r\n\r\n`)).toBe(true)
})

test.each([
  ["somebody's mail", "From: Awa <awa@exemple.test>\r\nContent-Type: text/plain"],
  ["somebody who names a mail server", 'From: "mailer-daemon@exemple.test" <awa@exemple.test>'],
  ["nothing", ""],
  ["no address", "From: Awa"],
  ["what made an expression go back and forth", `From: ${"@(".repeat(350)}${")(".repeat(150)}<`],
  ["a head without an end", `From: ${"a@".repeat(500_000)}`],
])("%s is none", (_, head) => {
  expect(mayBeBounce(head)).toBe(false)
})
