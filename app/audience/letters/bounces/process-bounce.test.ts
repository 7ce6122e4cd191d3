import { eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { letterRecipients } from "#app/db/schema/letters.server.ts"
import { newsletterSubscribers } from "#app/db/schema/visitors.server.ts"
import { useDatabase } from "#test/database.ts"
import { createLetter } from "#test/factories.ts"
import { complaint, exim, gmail, postfix } from "#test/bounced-mails.ts"
import { letterMessageId } from "../sending/message-id.server.ts"
import { countBounces } from "./letter-bounces.server.ts"
import { readBounce } from "./read-bounce.ts"
import { processBounce } from "./process-bounce.server.ts"

useDatabase()

function settle(mail: string) {
  const bounce = readBounce(Buffer.from(mail, "latin1"))
  return bounce && processBounce(bounce)
}

async function createSubscriber(email = "awa@exemple.test") {
  const [row] = await db
    .insert(newsletterSubscribers)
    .values({ name: "Awa", email, confirmedAt: new Date() })
    .returning()
  return row?.id ?? 0
}

async function sendTo(subscriberId: number | null, letterId?: number) {
  const [row] = await db
    .insert(letterRecipients)
    .values({
      letterId: letterId ?? (await createLetter()).id,
      subscriberId,
      state: "sent",
      endedAt: new Date(),
    })
    .returning()
  return row?.id ?? 0
}

const subscriber = async () => {
  const [row] = await db
    .select()
    .from(newsletterSubscribers)
    .where(eq(newsletterSubscribers.email, "awa@exemple.test"))
  return {
    isSuppressed: row?.suppressedAt !== null,
    isUnsubscribed: row?.unsubscribedAt !== null,
    name: row?.name,
  }
}
const recipient = async (id: number) => {
  const [row] = await db.select().from(letterRecipients).where(eq(letterRecipients.id, id))
  return { state: row?.state, cameBack: row?.cameBack, failure: row?.failure }
}
const WELL = { isSuppressed: false, isUnsubscribed: false, name: "Awa" }

describe("what comes back of a letter", () => {
  test("47.1 for good suppresses the address, and the letter was sent all the same", async () => {
    const id = await sendTo(await createSubscriber())
    expect(await settle(postfix({ id: await letterMessageId(id) }))).toBe(true)
    expect(await subscriber()).toEqual({ ...WELL, isSuppressed: true })
    expect(await recipient(id)).toEqual({
      state: "sent",
      cameBack: "hard",
      failure: { command: "BOUNCE", status: "5.1.1", responseCode: 550 },
    })
  })

  test("is known also where the mail service named the mail itself", async () => {
    const id = await sendTo(await createSubscriber())
    const named = `<0100018f@mail.example>\r\nX-Letter-ID: ${await letterMessageId(id)}`
    expect(await settle(postfix({ id: named }))).toBe(true)
    expect(await subscriber()).toEqual({ ...WELL, isSuppressed: true })
  })

  test("as a complaint unsubscribes, and forgets the name as the link does", async () => {
    const id = await sendTo(await createSubscriber())
    expect(await settle(complaint({ id: await letterMessageId(id) }))).toBe(true)
    expect(await subscriber()).toEqual({ isSuppressed: false, isUnsubscribed: true, name: "" })
  })

  test("because of what it says blames nobody", async () => {
    const id = await sendTo(await createSubscriber())
    await settle(postfix({ id: await letterMessageId(id), status: "5.7.1", diagnostic: "550 5.7.1 spam" }))
    expect(await subscriber()).toEqual(WELL)
    expect((await recipient(id)).cameBack).toBe("blocked")
  })

  test("counts once, but a complaint after anything", async () => {
    const id = await sendTo(await createSubscriber())
    const messageId = await letterMessageId(id)
    for (const mail of [gmail({ id: messageId }), postfix({ id: messageId })]) await settle(mail)
    expect(await recipient(id)).toMatchObject({ cameBack: "soft", failure: { status: "4.2.2" } })
    expect(await subscriber()).toEqual(WELL)
    await settle(complaint({ id: messageId }))
    await settle(postfix({ id: messageId }))
    expect(await recipient(id)).toMatchObject({ cameBack: "complaint", failure: { status: "4.2.2" } })
    expect(await subscriber()).toMatchObject({ isUnsubscribed: true, isSuppressed: false })
  })

  test("for now suppresses the address after five letters in a row, whatever mail servers took", async () => {
    const whose = await createSubscriber()
    const other = await createSubscriber("yanis@exemple.test")
    const bounce = async () => settle(gmail({ id: await letterMessageId(await sendTo(whose)) }))
    for (let n = 1; n <= 4; n += 1) await bounce()
    // Arrived: what came before counts no more.
    await sendTo(whose)
    for (let n = 1; n <= 4; n += 1) {
      await sendTo(other)
      await bounce()
      expect(await subscriber()).toEqual(WELL)
    }
    await bounce()
    expect(await subscriber()).toEqual({ ...WELL, isSuppressed: true })
  })

  test("of somebody who was erased is counted, and changes nobody", async () => {
    await createSubscriber()
    const id = await sendTo(null)
    expect(await settle(postfix({ id: await letterMessageId(id) }))).toBe(true)
    expect((await recipient(id)).cameBack).toBe("hard")
    expect(await subscriber()).toEqual(WELL)
  })
})

describe("a bounce that was made up", () => {
  test.each([
    ["signed with anything", (id: string) => id.replace(/[\da-f]{16}@/, "0123456789abcdef@")],
    ["about another recipient", (id: string) => id.replace(/letter-\d+/, "letter-1")],
    ["about no letter", () => "<autre@cko.test>"],
    ["about nothing", () => ""],
  ])("%s suppresses nobody", async (_how, forge) => {
    await sendTo(await createSubscriber())
    const id = await sendTo(null)
    expect(await settle(postfix({ id: forge(await letterMessageId(id)) }))).toBe(false)
    expect(await subscriber()).toEqual(WELL)
  })

  test("that only names the letter in its own head or text suppresses nobody", async () => {
    const id = await letterMessageId(await sendTo(await createSubscriber()))
    const mail = postfix({ id: "<autre@cko.test>" }).replace(
      "Auto-Submitted:",
      `In-Reply-To: ${id}\r\nAuto-Submitted:`,
    )
    expect(await settle(mail.replace("The mail system", `${id} The mail system`))).toBe(false)
    expect(await settle(exim({ id: "<autre@cko.test>" }).replace("Bonjour.", `Message-ID: ${id}`))).toBe(
      false,
    )
    expect(await subscriber()).toEqual(WELL)
  })

  test("about a recipient who is no more known is left alone", async () => {
    const id = await sendTo(await createSubscriber())
    const messageId = await letterMessageId(id)
    await db.delete(letterRecipients)
    expect(await settle(postfix({ id: messageId }))).toBe(false)
  })
})

test("what came back is counted by letter, with its reasons in words, the most frequent first", async () => {
  const letter = await createLetter()
  const bounces = [
    ...[1, 2].map(() => postfix),
    exim,
    (about: { id: string }) => postfix({ ...about, status: "5.1.2" }),
    gmail,
    complaint,
  ]
  for (const [index, bounce] of bounces.entries()) {
    const whose = await createSubscriber(`p${index}@exemple.test`)
    await settle(bounce({ id: await letterMessageId(await sendTo(whose, letter.id)) }))
  }
  await settle(postfix({ id: await letterMessageId(await sendTo(await createSubscriber())) }))
  expect(await countBounces(letter.id)).toEqual([
    {
      kind: "hard",
      label: "Adresses qui n’existent plus",
      count: 4,
      reasons: [
        { reason: "L’adresse n’existe pas, ou plus (réponse\u00a05.1.1).", count: 3 },
        { reason: "Le domaine de l’adresse ne reçoit pas d’e-mails (réponse\u00a05.1.2).", count: 1 },
      ],
    },
    {
      kind: "soft",
      label: "Refus provisoires",
      count: 1,
      reasons: [{ reason: "La boîte est pleine (réponse\u00a04.2.2).", count: 1 }],
    },
    {
      kind: "complaint",
      label: "Signalements comme indésirable",
      count: 1,
      reasons: [
        {
          reason: "La personne a signalé la lettre comme indésirable\u00a0: elle a été désabonnée.",
          count: 1,
        },
      ],
    },
  ])
})
