import { describe, expect, test } from "vitest"
import { checkAddress } from "./address-check.ts"

type Seen = { publicUrl?: string; trusted?: number; host?: string; headers?: Record<string, string> }

const check = ({ publicUrl = "https://cko.test", trusted = 0, host = "cko.test", headers = {} }: Seen) =>
  checkAddress({
    publicUrl,
    trustedProxies: trusted,
    host,
    ownNames: ["cko.test", "localhost"],
    headers: new Headers(headers),
    clientAddress: "203.0.113.7",
  })

const xff = (...addresses: string[]) => ({ "x-forwarded-for": addresses.join(", ") })
const VISITOR = "203.0.113.7"

describe("what fits is well", () => {
  test.each<[string, Seen]>([
    ["no proxy", {}],
    ["a port of its own", { publicUrl: "http://localhost:3000", host: "localhost:3000" }],
    ["one proxy", { trusted: 1, headers: xff(VISITOR) }],
    ["two proxies", { trusted: 2, headers: xff(VISITOR, "10.0.0.2") }],
    ["what a visitor wrote before", { trusted: 1, headers: xff("1.2.3.4", VISITOR) }],
    [
      "a proxy that passes the host on",
      { trusted: 1, host: "10.0.0.5:3000", headers: { ...xff(VISITOR), "x-forwarded-host": "cko.test" } },
    ],
    [
      "a proxy that does so as the standard says",
      {
        trusted: 1,
        host: "127.0.0.1:3000",
        headers: { ...xff(VISITOR), forwarded: 'for=203.0.113.7;host="cko.test";proto=https' },
      },
    ],
    [
      "a browser that tells where it is",
      { trusted: 1, host: "app:3000", headers: { ...xff(VISITOR), referer: "https://cko.test/admin" } },
    ],
    ["the usual port, spelled", { host: "cko.test:443" }],
    ["a host in capitals", { host: "CKO.test" }],
    ["https announced", { trusted: 1, headers: { ...xff(VISITOR), "x-forwarded-proto": "https, http" } }],
    ["no host at all", { host: "" }],
    ["a host that is none", { host: "%00 \u00e9 /" }],
  ])("%s", (_what, seen) => {
    const { state, advice } = check(seen)
    expect([state, advice]).toEqual(["good", undefined])
  })
})

describe("what does not fit is told, with what to do", () => {
  test.each<[string, Seen, "look" | "fix", string]>([
    ["a proxy nobody told of", { headers: xff(VISITOR) }, "fix", "TRUST_PROXY=1"],
    ["two of them", { headers: xff(VISITOR, "10.0.0.2") }, "fix", "TRUST_PROXY=2"],
    ["one by the standard's header", { headers: { forwarded: `for=${VISITOR}` } }, "fix", "TRUST_PROXY=1"],
    [
      "more addresses than there can be proxies",
      { headers: xff(...Array.from({ length: 5_000 }, () => VISITOR)) },
      "fix",
      "TRUST_PROXY=10",
    ],
    ["a way past the proxy", { trusted: 1 }, "fix", "Fermez le port"],
    [
      "a proxy that only sends the standard's header",
      { trusted: 1, headers: { forwarded: `for=${VISITOR}` } },
      "fix",
      "X-Forwarded-For",
    ],
    ["fewer proxies than told", { trusted: 3, headers: xff(VISITOR) }, "fix", "TRUST_PROXY=1"],
    ["one proxy more than told", { trusted: 1, headers: xff(VISITOR, "10.0.0.2") }, "look", "TRUST_PROXY=2"],
    [
      "http in PUBLIC_URL",
      {
        publicUrl: "http://cko.test",
        trusted: 1,
        headers: { ...xff(VISITOR), "x-forwarded-proto": "https" },
      },
      "fix",
      "https:// dans PUBLIC_URL",
    ],
    [
      "http asked for",
      { trusted: 1, headers: { ...xff(VISITOR), "x-forwarded-proto": "http" } },
      "fix",
      "rediriger http vers https",
    ],
    [
      "the scheme by the standard's header",
      { trusted: 1, headers: { ...xff(VISITOR), forwarded: "proto=http" } },
      "fix",
      "rediriger",
    ],
    ["another host", { host: "www.autre.test" }, "fix", "Corrigez PUBLIC_URL"],
    [
      "the host of a start without settings",
      { publicUrl: "http://localhost:3000", host: "cko.test" },
      "fix",
      "Corrigez PUBLIC_URL",
    ],
    [
      "a host that the proxy hides",
      { trusted: 1, host: "127.0.0.1:3000", headers: xff(VISITOR) },
      "look",
      "X-Forwarded-Host",
    ],
    ["an address at home", { host: "192.168.1.20:3000" }, "look", "https://cko.test"],
    [
      "another name of this machine",
      { publicUrl: "http://localhost:3000", host: "127.0.0.1:3000" },
      "look",
      "http://localhost:3000",
    ],
  ])("%s", (_what, seen, state, advice) => {
    const found = check(seen)
    expect(found.state).toBe(state)
    expect(`${found.advice} ${found.onServer}`).toContain(advice)
    expect(found.summary.length).toBeLessThan(600)
  })
})

test("two faults are told at once", () => {
  const { state, summary } = check({ headers: xff(VISITOR), host: "autre.test" })
  expect(state).toBe("fix")
  expect(summary).toContain("qui ne le sait pas")
  expect(summary).toContain("autre.test")
})

test("a visitor's address is personal", () => {
  const { facts } = check({})
  expect(facts).toContainEqual({
    label: "Noms sous lesquels on peut écrire",
    value: "cko.test, localhost, adresses IP",
    isPrivate: true,
  })
  expect(facts.filter(({ value }) => value.includes("203.0.113.7"))).toMatchObject([{ isPrivate: true }])
})
