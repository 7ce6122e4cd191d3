import { describe, expect, test } from "vitest"
import { leastCpuMs } from "#test/cpu-time.ts"
import { HOSTILE_MAILS } from "#test/hostile-mails.ts"
import { awayNote, complaint, exchange, exim, gmail, postfix, qmail } from "#test/bounced-mails.ts"
import { judgeAnswer } from "./delivery-status.ts"
import { readBounce } from "./read-bounce.ts"
import { explainBounce } from "./bounces.copy.ts"

const ID = "<letter-12-0123456789abcdef@cko.test>"
const read = (mail: string) => readBounce(Buffer.from(mail, "latin1"))

describe("a mail that came back", () => {
  test.each([
    ["Postfix", postfix({ id: ID }), "hard", { status: "5.1.1", responseCode: 550 }],
    ["Exchange", exchange({ id: ID }), "hard", { status: "5.1.10", responseCode: 550 }],
    ["Gmail", gmail({ id: ID }), "soft", { status: "4.2.2", responseCode: 452 }],
    ["Exim", exim({ id: ID }), "hard", { status: "5.1.1", responseCode: 550 }],
    ["qmail", qmail({ id: ID }), "hard", { status: "5.1.1" }],
  ])("47.1 is read from what %s writes", (_server, mail, kind, codes) => {
    const bounce = read(mail)
    expect(bounce).toMatchObject({ kind, failure: { command: "BOUNCE", ...codes } })
    expect(bounce?.originalHead).toContain(`Message-ID: ${ID}`)
    expect(bounce?.originalHead).not.toContain("Bonjour")
  })

  test.each([
    ["abuse", "complaint"],
    ["Fraud", "complaint"],
    ["opt-out", "complaint"],
    ["not-spam", undefined],
    ["auth-failure", undefined],
    ["", undefined],
  ])("that says %s of a letter is %s", (type, kind) => {
    expect(read(complaint({ id: ID, type }))?.kind).toBe(kind)
  })

  test.each([
    ["is only delayed", postfix({ id: ID, status: "4.4.1", action: "delayed" })],
    ["was delivered", postfix({ id: ID, status: "2.0.0", action: "delivered" })],
    ["was handed on", postfix({ id: ID, status: "2.0.0", action: "relayed (gateway)" })],
    ["tells that somebody is away", awayNote({ id: ID })],
    [
      "Exim tries again",
      exim({ id: ID }).replace("A message that", "It has not yet been delivered. A message that"),
    ],
    ["has no code", qmail({ id: ID, diagnostic: "Sorry, something happened." })],
    ["only looks like qmail's", qmail({ id: ID }).replace("MAILER-DAEMON@", "moqueur@")],
    ["is a mail of somebody", "From: a@b.test\r\nSubject: Bonjour\r\n\r\n550 5.1.1 user unknown"],
    ["is empty", ""],
    ["is no text", "\u0000\u00ff".repeat(5_000)],
    ["never ends a part", postfix({ id: ID }).slice(0, 500)],
    ["is nested beyond bounds", nested(50)],
    ["is all headers", `X: ${"a".repeat(300_000)}\r\n\r\n`],
  ])("counts for nothing where it %s", (_why, mail) => {
    expect(read(mail)).toBeUndefined()
  })

  test("is read where its end was cut off", () => {
    const mail = postfix({ id: ID })
    const cut = mail.slice(0, mail.indexOf("Subject: =?utf-8?Q?Le_mot"))
    expect(read(cut)?.originalHead).toContain(ID)
  })

  test("is told from what the letter itself says", () => {
    const other = "<letter-99-ffffffffffffffff@cko.test>"
    const mail = exchange({ id: ID }).replace("Bonjour.", `Message-ID: ${other}`)
    expect(read(mail)?.originalHead).not.toContain(other)
  })

  test("may have line ends of one sign", () => {
    expect(read(postfix({ id: ID }).replaceAll("\r\n", "\n"))?.kind).toBe("hard")
  })

  const whole = postfix({ id: ID })
  const status = whole.slice(
    whole.indexOf("Reporting-MTA"),
    whole.indexOf("\r\n--4XYZ.1/relais\r\nContent-Description: Und"),
  )
  const encoded = (encoding: string, text: string) =>
    whole
      .replace(
        "message/delivery-status\r\n",
        `message/delivery-status\r\nContent-Transfer-Encoding: ${encoding}\r\n`,
      )
      .replace(status, () => text)
  test.each([
    ["a boundary without quotes", whole.replace('"4XYZ.1/relais"', "4XYZ.1/relais")],
    [
      "a boundary that another one begins with",
      whole.replaceAll("4XYZ.1/relais\r\nContent-Type", "4XYZ.1/relais2\r\nContent-Type"),
    ],
    ["a boundary in capitals, folded", whole.replace(" boundary=", "\r\n\tBOUNDARY = ")],
    ["spaces behind its boundaries", whole.replaceAll("--4XYZ.1/relais\r\n", "--4XYZ.1/relais \t\r\n")],
    [
      "something before and behind its parts",
      whole.replace("\r\n\r\n--", "\r\n\r\nThis is a MIME mail.\r\n--") + "The end.",
    ],
    [
      "no head on its first part",
      whole.replace(
        "Content-Description: Notification\r\nContent-Type: text/plain; charset=us-ascii\r\n",
        "",
      ),
    ],
    [
      "a status in base64",
      encoded("BASE64", Buffer.from(status).toString("base64").replaceAll(/.{76}/g, "$&\r\n")),
    ],
    [
      "a status in quoted-printable",
      encoded("quoted-printable", status.replaceAll(":", "=3A").replaceAll("awa@", "awa=\r\n@")),
    ],
    [
      "a status of Unicode",
      whole.replace("message/delivery-status\r\n", "message/global-delivery-status\r\n"),
    ],
  ])("is read with %s", (_what, mail) => {
    const bounce = read(mail)
    expect(bounce).toMatchObject({ kind: "hard", failure: { status: "5.1.1", responseCode: 550 } })
    expect(bounce?.originalHead).toContain(ID)
  })

  test("is read in the time of its length, whatever is in it", async () => {
    const slow: string[] = []
    for (const [name, make] of Object.entries(HOSTILE_MAILS)) {
      const mail = Buffer.from(make(1_000_000), "latin1")
      const ms = await leastCpuMs(1_000, () => readBounce(mail))
      if (ms > 1_000) slow.push(`${name}: ${Math.round(ms)} ms`)
    }
    expect(slow).toEqual([])
  })
})

function nested(depth: number) {
  const parts = Array.from(
    { length: depth },
    (_, n) => `Content-Type: multipart/mixed; boundary="b${n}"\r\n\r\n--b${n}`,
  )
  return `From: mailer-daemon@x.test\r\n${parts.join("\r\n")}\r\n\r\n`
}

test.each([
  // Addresses that do not exist
  ["5.1.1 smtp; 550 5.1.1 User unknown", "hard", "L’adresse n’existe pas, ou plus (réponse\u00a05.1.1)."],
  [
    "5.1.2 smtp; 550 Host unknown",
    "hard",
    "Le domaine de l’adresse ne reçoit pas d’e-mails (réponse\u00a05.1.2).",
  ],
  ["5.1.10 smtp; 556 nullMX", "hard", "L’adresse n’existe pas, ou plus (réponse\u00a05.1.10)."],
  [
    "5.2.1 smtp; 550 The account is disabled",
    "hard",
    "L’adresse n’existe pas, ou plus (réponse\u00a05.2.1).",
  ],
  [
    "5.4.1 smtp; 550 5.4.1 Recipient address rejected: Access denied",
    "hard",
    "L’adresse n’existe pas, ou plus (réponse\u00a05.4.1).",
  ],
  ["5.0.0 smtp; 550 5.1.1 unknown", "hard", "L’adresse n’existe pas, ou plus (réponse\u00a05.1.1)."],
  ["5.0.0 smtp; 550 No such user here", "hard", "L’adresse n’existe pas, ou plus (réponse\u00a05.0.0)."],
  [
    "5.5.0 smtp; 550 5.5.0 Requested action not taken: mailbox unavailable",
    "hard",
    "L’adresse n’existe pas, ou plus (réponse\u00a05.5.0).",
  ],
  [
    "5.7.1 smtp; 550 5.7.1 Recipient rejected: user unknown",
    "hard",
    "L’adresse n’existe pas, ou plus (réponse\u00a05.7.1).",
  ],
  [
    " smtp; 550 The address awa@exemple.test does not exist",
    "hard",
    "L’adresse n’existe pas, ou plus (réponse\u00a0550).",
  ],
  // For now
  ["5.2.2 smtp; 552 Mailbox full", "soft", "La boîte est pleine (réponse\u00a05.2.2)."],
  ["4.2.2 smtp; 452 Mailbox full", "soft", "La boîte est pleine (réponse\u00a04.2.2)."],
  [
    "4.4.7 smtp; 450 user unknown",
    "soft",
    "Le serveur du destinataire n’a pas répondu à temps (réponse\u00a04.4.7).",
  ],
  ["5.4.7 X-expired", "soft", "Le serveur du destinataire n’a pas répondu à temps (réponse\u00a05.4.7)."],
  [
    "5.0.0 smtp; 550 refused",
    "soft",
    "Le serveur du destinataire n’a pas pu prendre le message pour l’instant (réponse\u00a05.0.0).",
  ],
  [
    " smtp; 550",
    "soft",
    "Le serveur du destinataire n’a pas pu prendre le message pour l’instant (réponse\u00a0550).",
  ],
  // The letter, not the address
  [
    "5.7.1 smtp; 550 5.7.1 Message rejected as spam",
    "blocked",
    "Le serveur du destinataire a refusé le message, par ses règles ou comme indésirable (réponse\u00a05.7.1).",
  ],
  [
    "5.7.26 smtp; 550 5.7.26 unauthenticated",
    "blocked",
    "Le serveur du destinataire a refusé le message, par ses règles ou comme indésirable (réponse\u00a05.7.26).",
  ],
  [
    "4.7.0 smtp; 421 try later",
    "blocked",
    "Le serveur du destinataire a refusé le message, par ses règles ou comme indésirable (réponse\u00a04.7.0).",
  ],
  ["5.3.4 smtp; 552 too big", "blocked", "Le message est trop grand pour cette boîte (réponse\u00a05.3.4)."],
  [
    "5.1.8 smtp; 550 bad sender domain",
    "blocked",
    "Le serveur du destinataire a refusé le message, par ses règles ou comme indésirable (réponse\u00a05.1.8).",
  ],
] as const)("%s is %s", (answer, kind, words) => {
  const { kind: read, ...codes } = judgeAnswer(answer)
  expect(read).toBe(kind)
  expect(explainBounce(kind, codes)).toBe(words)
})

test("addresses and numbers in words are no codes", () => {
  expect(judgeAnswer("192.5.1.1 said 250 5.1.1.9")).toEqual({ kind: "soft" })
})
