import { describe, expect, test } from "vitest"
import { findTexts } from "./dns-lookup.server.ts"
import { dnsRecords } from "./dns-records.ts"

const KEY = { name: "podcast-1._domainkey.jardin.example", value: "v=DKIM1; k=rsa; p=ABCDEF" }
const of = (host: string, texts: string[] = [], dkim = KEY) =>
  dnsRecords(
    { domain: "jardin.example", host, dkim },
    new Map(
      ["jardin.example", "_dmarc.jardin.example", KEY.name].map((name) => [
        name,
        texts.filter((text) => placeOf(text) === name),
      ]),
    ),
  )

function placeOf(text: string) {
  if (/dmarc/i.test(text)) return "_dmarc.jardin.example"
  return /p=/.test(text) ? KEY.name : "jardin.example"
}

describe("SPF", () => {
  const spf = (host: string, texts?: string[]) => of(host, texts)[0]

  test.each([
    ["", "v=spf1 mx ~all"],
    ["localhost", "v=spf1 a mx ~all"],
    ["smtp.jardin.example", "v=spf1 a:smtp.jardin.example ~all"],
    ["203.0.113.7", "v=spf1 ip4:203.0.113.7 ~all"],
    ["2001:db8::7", "v=spf1 ip6:2001:db8::7 ~all"],
    ["ssl0.ovh.net", "v=spf1 include:mx.ovh.com ~all"],
    ["notovh.net", "v=spf1 a:notovh.net ~all"],
  ])("of a domain that sends with « %s » is « %s »", (host, value) => {
    expect(spf(host)).toMatchObject({ name: "jardin.example", value, state: "missing", found: [] })
  })

  test.each([
    ["is there", ["v=spf1 include:MX.ovh.com -all"], "present"],
    ["is there with a sign", ["V=SPF1 +include:mx.ovh.com ~all"], "present"],
    ["is there twice", ["v=spf1 mx -all", "v=spf1 include:mx.ovh.com ~all"], "several"],
    ["allows others", ["v=spf1 a:autre.example ~all"], "other"],
    ["is another text", ["google-site-verification=abc", "v=spf10 mx"], "missing"],
  ])("that %s", (_, texts, state) => {
    expect(spf("ssl0.ovh.net", texts)?.state).toBe(state)
  })

  test.each([
    ["v=spf1 mx -all", "v=spf1 mx include:mx.ovh.com -all"],
    ["v=spf1 mx redirect=a.example", "v=spf1 mx include:mx.ovh.com redirect=a.example"],
    ["v=spf1", "v=spf1 include:mx.ovh.com"],
  ])("that allows others is completed: « %s » is « %s »", (text, value) => {
    expect(spf("ssl0.ovh.net", [text])?.value).toBe(value)
  })
})

test.each([
  ["missing", []],
  ["present", ["v=DKIM1; k=rsa; p=ABC DEF"]],
  ["other", ["v=DKIM1; p=XYZ"]],
  ["several", ["v=DKIM1; p=XYZ", "v=DKIM1; p=ABCDEF"]],
])("29.3 DKIM is %s", (state, texts) => {
  expect(of("", texts)[1]).toMatchObject({ kind: "DKIM", value: KEY.value, state })
})

test.each([
  ["missing", []],
  ["present", ["v=DMARC1; p=reject"]],
  ["several", ["v=DMARC1; p=none", "v=DMARC1; p=reject"]],
])("DMARC is %s, whatever it asks for", (state, texts) => {
  expect(of("", texts)[2]).toMatchObject({ kind: "DMARC", state })
})

test("nothing is said of what could not be asked, and there is no DKIM without a key", () => {
  expect(dnsRecords({ domain: "a.example", host: "" }, new Map())).toMatchObject([
    { kind: "SPF", state: "unknown" },
    { kind: "DMARC", state: "unknown" },
  ])
})

test("what is published is read in whole, and what fails is told from what is not there", async () => {
  const answers: Record<string, string[][] | string> = {
    "a.example": [["v=spf1 ", "mx -all"], ["autre"]],
    "vide.example": "ENODATA",
    "absent.example": "ENOTFOUND",
    "muet.example": "ETIMEOUT",
  }
  const found = await findTexts(Object.keys(answers), async (name) => {
    const answer = answers[name] ?? []
    if (typeof answer === "string") throw Object.assign(new Error(answer), { code: answer })
    return answer
  })
  expect(Object.fromEntries(found)).toEqual({
    "a.example": ["v=spf1 mx -all", "autre"],
    "vide.example": [],
    "absent.example": [],
    "muet.example": undefined,
  })
})
