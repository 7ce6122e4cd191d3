import { expect, test } from "vitest"
import { describeBrowser } from "./browsers.server.ts"

test.each([
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox sur Windows"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
    "Safari sur iOS",
  ],
  [
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Mobile Safari/537.36",
    "Chrome sur Android",
  ],
  ["https://evil.example/ Appelez le 0612345678/1 (Windows NT 10.0)", "Navigateur inconnu sur Windows"],
  ["Votre compte est bloqué/1.0 x", "Navigateur inconnu"],
  ["", "Navigateur inconnu"],
  [null, "Navigateur inconnu"],
])("%j is « %s »", (userAgent, said) => {
  expect(describeBrowser(userAgent)).toBe(said)
})
