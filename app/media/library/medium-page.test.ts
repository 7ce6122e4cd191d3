import { Readable } from "node:stream"
import { beforeAll, beforeEach, expect, test } from "vitest"
import { send } from "#test/app.ts"
import { openTestDatabase } from "#test/database.ts"
import { createMedium, emptyContents, storedRows } from "#test/factories.ts"
import { mediaSample } from "#test/media-samples.ts"
import { createUser, followAs, readPage, sendForm, signInAs } from "#test/people.ts"
import { sourcePath } from "../processing/medium-files.server.ts"
import { getStore } from "../store/store.server.ts"

const PATH = "/admin/media"
const SOUND = { kind: "audio", type: "audio/mpeg", width: null, height: null, title: "round.mp3" } as const
let cookie = ""

beforeAll(openTestDatabase)
beforeAll(async () => {
  await createUser("admin", "awa@cko.test")
  cookie = await signInAs("awa@cko.test")
})
beforeEach(emptyContents)

const show = async (search: string) => readPage(await send(PATH + search, { headers: { cookie } }))
const buttonsOf = async (id: number) => (await show(`/${id}`)).all("button").map(({ text }) => text)

test("28.4 a sound's picture is offered where there is one, and taken once", async () => {
  const content = await mediaSample("tone.mp3")
  const sound = await createMedium({ ...SOUND, tags: { hasCover: true } })
  const about = { bytes: content.length, type: "audio/mpeg" }
  await getStore().put(sourcePath(sound.key), Readable.from([content]), about)
  expect(await buttonsOf(sound.id)).toContain("Prendre la pochette du son")
  for (const said of ["Pochette ajoutée à la médiathèque", "La pochette était déjà là"]) {
    const taken = await sendForm(`${PATH}/${sound.id}`, { intent: "cover", id: String(sound.id) }, { cookie })
    expect(taken.headers.get("location")).toBe(`${PATH}/${sound.id + 1}`)
    expect((await followAs(cookie, taken)).text).toContain(said)
  }
  expect(await storedRows("media")).toMatchObject([{ kind: "audio" }, { kind: "image", title: "round.jpg" }])

  const other = await createMedium({ ...SOUND, tags: {} })
  expect(await buttonsOf(other.id)).not.toContain("Prendre la pochette du son")
})

test("a sound's chapters are offered with their times", async () => {
  const chapters = [
    { start: 0, title: "Ouverture" },
    { start: 3_661, title: "<b>Fin</b>" },
  ]
  const { id } = await createMedium({ ...SOUND, tags: { chapters } })
  const listed = (await show(`/${id}`)).all("ol").flatMap((list) => list.all("li"))
  expect(listed.map(({ text }) => text)).toEqual(["0:00 Ouverture", "1:01:01 <b>Fin</b>"])
  expect(await buttonsOf(id)).toContain("Copier les chapitres")
})

test("what failed says why on its page as well, with another try", async () => {
  const { id } = await createMedium({ state: "failed", failure: "Trop de pixels." })
  expect((await show(`/${id}`)).get("main").text).toContain("Trop de pixels.")
  expect((await buttonsOf(id)).filter((text) => text.startsWith("Réessayer"))).toHaveLength(1)
  const ready = await createMedium()
  expect((await buttonsOf(ready.id)).filter((text) => text.startsWith("Réessayer"))).toEqual([])
})
