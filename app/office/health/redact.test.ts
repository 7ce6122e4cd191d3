import { expect, test } from "vitest"
import { redact } from "./redact.ts"

test.each([
  ["postgres://cko:s3cr3t@db.test:5432/cko", "postgres://[masqué]@db.test:5432/cko"],
  ["smtp://awa%40cko.test:p%2Fw@mail.test", "smtp://[masqué]@mail.test"],
  ["https://token@host.test/x", "https://[masqué]@host.test/x"],
  ["écrire à awa.diallo+test@cko.example, vite", "écrire à [masqué], vite"],
  ["« CKO <noreply@cko.test> »", "« CKO <[masqué]> »"],
  [
    "https://cko.test/auth/reset-password?token=abc.def&x=1",
    "https://cko.test/auth/reset-password?token=[masqué]&x=[masqué]",
  ],
  ["Node 24.21.0, 12 %, 3 @ 5", "Node 24.21.0, 12 %, 3 @ 5"],
  ["", ""],
])("%s becomes %s", (text, safe) => expect(redact(text, [])).toBe(safe))

test.each([
  ["the longer of two", ["hunter", "hunter22"], "[hunter22]", "[[masqué]]"],
  ["as addresses spell it", ["p/w é&x"], "smtp: p%2Fw%20%C3%A9%26x", "smtp: [masqué]"],
  ["signs that patterns know", ["a.*+$&b"], "x a.*+$&b y", "x [masqué] y"],
  ["none of a few letters", ["abc", "", undefined], "abc", "abc"],
])("a secret is masked: %s", (_what, secrets, text, safe) => expect(redact(text, secrets)).toBe(safe))

test("takes time in proportion", () => {
  for (const text of ["a@".repeat(50_000), "://".repeat(50_000), "?a=".repeat(50_000), "@".repeat(100_000)])
    expect(redact(text, ["secret"]).length).toBeGreaterThan(0)
})
