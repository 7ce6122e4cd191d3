import { expect, test } from "vitest"
import { actionFor, type FailureAction } from "./failure-action.ts"

const refuse = (suppresses: boolean): FailureAction => ({ is: "refuse", suppresses })
const [later, hold, halt, reject] = (["later", "hold", "halt", "reject"] as const).map((is) => ({ is }))

/** At which command, what the mail server says, and what follows. */
const TABLE: [command: string, answer: string, follows: FailureAction | undefined][] = [
  ["RCPT TO", "550", refuse(true)],
  ["RCPT TO", "550 5.1.1", refuse(true)],
  ["RCPT TO", "553", refuse(true)],
  ["RCPT TO", "550 5.2.1", refuse(true)],
  ["RCPT TO", "552 5.2.2", refuse(false)],
  ["RCPT TO", "552", refuse(false)],
  ["RCPT TO", "550 5.7.1", refuse(false)],
  ["RCPT TO", "554", refuse(false)],
  ["RCPT TO", "550 5.4.5", halt],
  ["RCPT TO", "503 5.5.1", halt],
  ["RCPT TO", "530", halt],
  ["RCPT TO", "450", later],
  ["RCPT TO", "451 4.7.1", later],
  ["RCPT TO", "452 4.2.2", later],
  ["RCPT TO", "452 4.5.3", hold],
  ["RCPT TO", "452", hold],
  ["RCPT TO", "454 4.7.0", hold],
  ["RCPT TO", "421 4.7.0", hold],
  ["MAIL FROM", "451", hold],
  ["MAIL FROM", "454 4.7.0", hold],
  ["MAIL FROM", "550", halt],
  ["MAIL FROM", "553 5.1.8", halt],
  ["AUTH PLAIN", "454", hold],
  ["AUTH PLAIN", "535", halt],
  ["DATA", "421", hold],
  ["DATA", "452", hold],
  ["DATA", "554 5.7.1", reject],
  ["DATA", "550 5.1.1", refuse(true)],
  ["DATA", "552 5.2.2", refuse(false)],
  ["CONN", "554", hold],
]

test.each(TABLE)("45.3 %s is answered %s", (command, answer, follows) => {
  const [code, status] = answer.split(" ")
  const failure = { command, responseCode: Number(code), status }
  expect(actionFor({ failure, isCertain: true })).toEqual(follows)
})

test.each(["ECONNECTION", "ETIMEDOUT", "EDNS", "ETLS", "ESOCKET"])("%s puts everybody off", (code) => {
  expect(actionFor({ failure: { code, command: "CONN" }, isCertain: true })).toEqual(hold)
})

test("what nobody knows is uncertain, whatever else is known", () => {
  for (const [command, answer] of TABLE)
    expect(
      actionFor({ failure: { command, responseCode: Number.parseInt(answer, 10) }, isCertain: false }),
    ).toEqual({ is: "uncertain" })
})

test("an address that makes no mail is one that does not exist, and a site that cannot sign in pauses", () => {
  expect(actionFor({ failure: { code: "EENVELOPE", command: "API" }, isCertain: true })).toEqual(refuse(true))
  expect(actionFor({ failure: { code: "EAUTH", command: "API" }, isCertain: true })).toEqual(halt)
})
