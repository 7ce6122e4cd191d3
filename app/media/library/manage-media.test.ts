import { sql } from "drizzle-orm"
import { Readable } from "node:stream"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { deleteOld } from "#app/audience/personal-data/retention-rules.server.ts"
import { db } from "#app/db/client.server.ts"
import { drafts } from "#app/db/schema/drafts.server.ts"
import { mediaFiles } from "#app/db/schema/media.server.ts"
import { mediaAddress } from "#app/kit/lib/media.ts"
import { send } from "#test/app.ts"
import { emptyTables, openTestDatabase } from "#test/database.ts"
import {
  createEpisode,
  createGuest,
  createMedium,
  createNews,
  createPost,
  emptyContents,
  storedRows,
} from "#test/factories.ts"
import {
  ageAuthentication,
  createUser,
  filledForm,
  PASSWORD,
  readPage,
  sendForm,
  signInAs,
} from "#test/people.ts"
import { getStore } from "../store/store.server.ts"
import { listFileRows, sumFileRows } from "../store/stored-files.server.ts"

const PATH = "/admin/media"
let cookie = ""
let admin = { id: "" }

beforeAll(openTestDatabase)
beforeAll(async () => {
  admin = await createUser("admin", "awa@cko.test")
  cookie = await signInAs("awa@cko.test")
})
beforeEach(async () => {
  await emptyContents()
  await emptyTables("audit_log", "bin")
})

const post = (fields: Record<string, string>, search = "") => sendForm(PATH + search, fields, { cookie })
const show = async (search = "") => readPage(await send(PATH + search, { headers: { cookie } }))
const titlesOf = (page: Awaited<ReturnType<typeof show>>) =>
  page.all("span", { class: "media-card-title" }).map(({ text }) => text)
const addressOf = ({ key, title }: { key: string; title: string }) => mediaAddress(key, title)

async function giveFile(mediumId: number, path: string, bytes = 5) {
  await getStore().put(path, Readable.from([Buffer.alloc(bytes)]), { bytes, type: "image/png" })
  await db
    .insert(mediaFiles)
    .values({ mediumId, role: "main", name: "main", type: "image/png", bytes, sha256: "0".repeat(64), path })
}

describe("the library", () => {
  test("28.4 is searched by name and alternative text, narrowed down by kind and by what needs a hand", async () => {
    const used = await createMedium({ title: "ring.jpg", alt: "Awa au micro" })
    await createMedium({ title: "été.png" })
    await createMedium({ kind: "audio", type: "audio/mpeg", title: "round-1.mp3", durationMs: 754_000 })
    await createMedium({ title: "bombe.png", alt: "x", state: "failed", failure: "Trop de pixels." })
    await createEpisode({ thumbnailUrl: addressOf(used) })
    expect(titlesOf(await show())).toEqual(["bombe.png", "round-1.mp3", "été.png", "ring.jpg"])
    expect(titlesOf(await show("?q=ete"))).toEqual(["été.png"])
    expect(titlesOf(await show("?q=micro"))).toEqual(["ring.jpg"])
    expect(titlesOf(await show("?genre=audio"))).toEqual(["round-1.mp3"])
    expect(titlesOf(await show("?etat=inutilises"))).toEqual(["bombe.png", "round-1.mp3", "été.png"])
    expect(titlesOf(await show("?etat=sans-texte"))).toEqual(["été.png"])
    const unready = await show("?etat=en-attente")
    expect(titlesOf(unready)).toEqual(["bombe.png"])
    expect(unready.get("main").text).toContain("Trop de pixels.")
    expect(titlesOf(await show("?genre=rien&etat=%00"))).toHaveLength(4)
  })

  test("tells the space of all, and of what nothing uses", async () => {
    const used = await createMedium()
    const other = await createMedium()
    await createPost({ content: `![](${addressOf(used)})` })
    await giveFile(used.id, "aa/a/main", 4_000)
    await giveFile(other.id, "bb/b/main", 1_000)
    const { text } = (await show()).get("main")
    expect(text).toContain("Espace occupé\u00a0: 5\u00a0ko, dont 1\u00a0ko par des médias inutilisés")
  })

  test("says where a medium is used, a gallery by its news item, and a draft", async () => {
    const medium = await createMedium()
    const address = addressOf(medium)
    await createEpisode({ title: "Round final", audioUrl: address })
    await createGuest({ name: "Awa Diop", pictureUrl: address })
    const gallery = await createNews({ title: "Galerie" })
    await db.execute(sql`insert into news_media (news_id, position, media_type, media_url)
      values (${gallery.id}, 1, 'image', ${address}), (${gallery.id}, 2, 'image', ${address})`)
    await db
      .insert(drafts)
      .values({ kind: "post", userId: admin.id, title: "À venir", values: { content: address } })
    const page = await show(`/${medium.id}`)
    const uses = page.all("section").find((part) => part.text.startsWith("Où il est utilisé"))
    expect(uses?.all("a").map((link) => [link.text, link.attributes.href])).toEqual([
      ["Round final", "/admin/episodes/1"],
      ["Awa Diop", "/admin/guests/1"],
      ["Galerie", "/admin/news/1"],
      ["À venir", "/admin/blog"],
    ])
  })

  test.each(["0", "999", "abc", "1e3", "99999999999", "%00"])("has no medium %s", async (id) => {
    expect((await show(`/${id}`)).status).toBe(404)
    expect((await show(`?action=delete&ids=${id}`)).status).toBe(404)
    expect((await show(`?action=delete-used&id=${id}`)).status).toBe(404)
  })
})

describe("a medium", () => {
  test("is described, with the point that stays in sight, unless somebody else was faster", async () => {
    const medium = await createMedium({ title: "a.png" })
    const shown = await show(`/${medium.id}`)
    const form = filledForm(shown.get("form", { "aria-label": "Description" }))
    expect(form).toMatchObject({ title: "a.png", alt: "", focalX: "50", focalY: "50" })
    const filled = { ...form, title: "portrait.png", alt: "Awa", focalX: "12,5", focalY: "100" }
    expect((await post(filled, "/1?etat=inutilises")).headers.get("location")).toBe(
      `${PATH}/1?etat=inutilises`,
    )
    expect(await storedRows("media")).toMatchObject([
      { title: "portrait.png", alt: "Awa", focal_x: 0.125, focal_y: 1, version: 2 },
    ])
    const late = await readPage(await post({ ...form, alt: "Autre" }, `/${medium.id}`))
    expect([late.status, late.get("form", { "aria-label": "Description" }).text]).toEqual([
      409,
      expect.stringContaining("Modifié entre-temps"),
    ])
  })

  test.each([
    ["title", "", "Le nom est requis"],
    ["title", "../secret.png", "Le nom ne peut contenir"],
    ["title", "a\u202egnp.exe", "Le nom ne peut contenir"],
    ["title", "\u200b\u2060", "Le nom ne peut contenir"],
    ["title", "..", "Le nom ne peut contenir"],
    ["title", "a".repeat(201), "Le nom doit contenir moins de 200"],
    ["title", "a\0b", "caractère interdit"],
    ["alt", "a".repeat(1_001), "Le texte alternatif doit contenir moins de"],
    ["focalX", "101", "entre 0 et 100"],
    ["focalY", "-1", "entre 0 et 100"],
    ["focalY", "1e400", "entre 0 et 100"],
    ["focalX", "NaN", "entre 0 et 100"],
  ])("refuses %s %j, and says why", async (name, value, problem) => {
    const medium = await createMedium()
    const fields = { intent: "save", id: "1", version: "1", title: "a.png", [name]: value }
    const page = await readPage(await post(fields, `/${medium.id}`))
    expect(page.status).toBe(400)
    expect(page.get("main").text).toContain(problem)
    expect(await storedRows("media")).toMatchObject([{ version: 1 }])
  })

  test("had its page in the library, and its old address leads there", async () => {
    const old = await send(`${PATH}?edit=7`, { headers: { cookie } })
    expect([old.status, old.headers.get("location")]).toEqual([302, `${PATH}/7`])
  })

  test("that nothing uses is deleted from its page, which leads back to the list as it was", async () => {
    const { id } = await createMedium()
    const deleted = await post({ intent: "delete", ids: String(id) }, `/${id}?etat=inutilises`)
    expect([deleted.status, deleted.headers.get("location")]).toEqual([302, `${PATH}?etat=inutilises`])
  })

  test("that is a picture says in the list what it shows, once, and is counted until then", async () => {
    await createMedium({ title: "a.png" })
    await createMedium({ title: "b.png" })
    await createMedium({ kind: "audio", type: "audio/mpeg", title: "son.mp3" })
    await giveFile(1, "aa/a/main")
    const link = (await show()).all("a").find(({ text }) => text.startsWith("sans texte alternatif"))
    expect([link?.text, link?.attributes.href]).toEqual([
      "sans texte alternatif (2)",
      `${PATH}?etat=sans-texte`,
    ])
    const fieldsOn = async (search: string) =>
      (await show(search)).all("input", { name: "alt" }).map(({ attributes }) => attributes["aria-label"])
    expect(await fieldsOn("")).toEqual([])
    expect(await fieldsOn("?etat=sans-texte")).toEqual([
      "Texte alternatif : b.png",
      "Texte alternatif : a.png",
    ])
    const describe = async (id: string, alt: string) =>
      (await post({ intent: "describe", id, alt }, "?etat=sans-texte")).status
    expect([await describe("1", " "), await describe("1", "a".repeat(1_001))]).toEqual([400, 400])
    expect([await describe("1", "Awa"), await describe("1", "Autre"), await describe("3", "Un son")]).toEqual(
      [200, 404, 404],
    )
    expect(await describe("999", "Personne")).toBe(404)
    expect(await storedRows("media")).toMatchObject([{ alt: "Awa", version: 2 }, { alt: "" }, { alt: "" }])
    expect(await fieldsOn("?etat=sans-texte")).toEqual(["Texte alternatif : b.png"])
  })

  test("that failed is tried again, and no other", async () => {
    const failed = await createMedium({ state: "failed", failure: "Illisible.", attempts: 3 })
    const ready = await createMedium()
    expect((await post({ intent: "retry", id: String(failed.id) })).status).toBe(200)
    expect((await post({ intent: "retry", id: String(ready.id) })).status).toBe(404)
    expect(await storedRows("media")).toMatchObject([
      { state: "waiting", failure: "", attempts: 0 },
      { state: "ready" },
    ])
  })
})

describe("a medium is replaced", () => {
  test("28.4 wherever it is named, in the same transaction, and what is being edited is out of date", async () => {
    const old = await createMedium({ title: "vieux.png", alt: "Awa" })
    const next = await createMedium({ title: "neuf é.jpg" })
    const other = await createMedium({ title: "autre.png" })
    const [was, is] = [addressOf(old), addressOf(next)]
    await createEpisode({ thumbnailUrl: was, description: `![](${was}) et ![](${addressOf(other)})` })
    await createEpisode({ links: [{ label: "Affiche", url: was }] })
    await createPost({ content: was, coverImageUrl: addressOf(other) })
    const gallery = await createNews({ title: "Galerie" })
    await db.execute(
      sql`insert into news_media (news_id, position, media_type, media_url) values (${gallery.id}, 1, 'image', ${was})`,
    )
    await db.insert(drafts).values({ kind: "post", userId: admin.id, values: { content: was } })
    const response = await post({ intent: "replace", id: String(old.id), address: is }, `/${old.id}`)
    expect(response.headers.get("location")).toBe(`${PATH}/${old.id}`)
    const inText = `/media/${next.key}/vieux.png`
    expect(await storedRows("episodes")).toMatchObject([
      { thumbnail_url: is, description: `![](${inText}) et ![](${addressOf(other)})`, version: 2 },
      { links: [{ label: "Affiche", url: inText }], version: 2 },
    ])
    expect(await storedRows("blog_posts")).toMatchObject([
      { content: is, cover_image_url: addressOf(other), version: 2 },
    ])
    expect(await storedRows("news_media")).toMatchObject([{ media_url: is }])
    expect(await storedRows("news")).toMatchObject([{ version: 2 }])
    expect(await storedRows("drafts")).toMatchObject([{ values: { content: inText } }])
    expect(await storedRows("media")).toMatchObject([
      { title: "vieux.png" },
      { alt: "Awa", version: 2 },
      { version: 1 },
    ])
    const { rows } = await db.execute<{
      used: string
    }>(sql`select string_agg(source, ' ' order by source) as used
      from media_uses where medium_id = ${next.id}`)
    expect(rows).toEqual([{ used: "blog_posts episodes episodes news_media" }])
    expect((await show(`/${old.id}`)).get("main").text).toContain("Nulle part")
  })

  test("a sound with what feeds say of it, and only where it is the sound", async () => {
    const sound = { kind: "audio", type: "audio/mpeg" } as const
    const old = await createMedium({ ...sound, title: "a.mp3" })
    const next = await createMedium({
      ...sound,
      type: "audio/mp4",
      title: "b.m4a",
      bytes: 3_000_000_000,
      durationMs: 61_400,
    })
    await createEpisode({
      audioUrl: addressOf(old),
      audioType: "audio/mpeg",
      audioBytes: 1,
      durationSeconds: 1,
    })
    await createEpisode({
      audioUrl: "https://a.example/b.mp3",
      audioType: "audio/mpeg",
      audioBytes: 1,
      durationSeconds: 1,
      description: addressOf(old),
    })
    await post({ intent: "replace", id: String(old.id), address: addressOf(next) }, `/${old.id}`)
    expect(await storedRows("episodes")).toMatchObject([
      {
        audio_url: addressOf(next),
        audio_type: "audio/mp4",
        audio_bytes: 3_000_000_000,
        duration_seconds: 61,
      },
      { audio_url: "https://a.example/b.mp3", audio_type: "audio/mpeg", audio_bytes: 1, duration_seconds: 1 },
    ])
  })

  test.each([
    ["an address of another host", "https://a.example/a.png", "adresse de la médiathèque"],
    ["nothing", "", "adresse de la médiathèque"],
    ["itself", "SELF", "C’est déjà ce média"],
    ["a sound", "SOUND", "même genre"],
    ["one that is not ready", "WAITING", "en préparation"],
  ])("not by %s", async (_what, by, problem) => {
    const medium = await createMedium()
    const others = {
      SELF: addressOf(medium),
      SOUND: addressOf(await createMedium({ kind: "audio", type: "audio/mpeg" })),
      WAITING: addressOf(await createMedium({ state: "waiting" })),
    }
    const address = others[by as keyof typeof others] ?? by
    const page = await readPage(await post({ intent: "replace", id: "1", address }, "/1"))
    expect([page.status, page.get("form", { "aria-label": "Remplacer ce média" }).text]).toEqual([
      400,
      expect.stringContaining(problem),
    ])
  })
})

describe("media are deleted", () => {
  test("but for those that something uses or the worker holds, and with their files once they leave the bin", async () => {
    const idle = await createMedium()
    const used = await createMedium()
    const busy = await createMedium({ state: "working", leasedUntil: new Date(Date.now() + 60_000) })
    const drafted = await createMedium()
    await createEpisode({ thumbnailUrl: addressOf(used) })
    await db
      .insert(drafts)
      .values({ kind: "post", userId: admin.id, values: { content: addressOf(drafted) } })
    await giveFile(idle.id, "aa/idle/main")
    await giveFile(used.id, "bb/used/main")
    const ids = [idle, used, busy, drafted].map(({ id }) => id).join(",")
    expect((await post({ intent: "delete", ids })).status).toBe(200)
    expect((await storedRows("media")).map(({ id }) => id)).toEqual([used.id, busy.id, drafted.id])
    expect(await getStore().size("aa/idle/main")).toBe(5)
    const known = await Array.fromAsync(listFileRows())
    expect(known.map(({ path }) => path)).toEqual(["aa/idle/main", "bb/used/main"])
    expect(await sumFileRows()).toBe(known.reduce((sum, { bytes }) => sum + bytes, 0))
    expect((await post({ intent: "delete", ids: String(used.id) })).status).toBe(409)
    expect((await post({ intent: "delete", ids: String(idle.id) })).status).toBe(404)
    const gone = await sendForm("/admin/bin", { intent: "delete", id: "1" }, { cookie })
    expect(gone.status).toBe(200)
    expect(await getStore().size("aa/idle/main")).toBeUndefined()
    expect(await getStore().size("bb/used/main")).toBe(5)
  })

  test("and their files after the days that things stay in the bin", async () => {
    const idle = await createMedium()
    await giveFile(idle.id, "aa/old/main")
    await post({ intent: "delete", ids: String(idle.id) })
    await deleteOld("binDays", 30)
    expect(await getStore().size("aa/old/main")).toBe(5)
    await db.execute(sql`update bin set deleted_at = now() - interval '31 days'`)
    await deleteOld("binDays", 30)
    expect(await getStore().size("aa/old/main")).toBeUndefined()
  })

  test("and do not come back where the same file was sent since", async () => {
    const { id, sha256 } = await createMedium({ title: "affiche.png" })
    await post({ intent: "delete", ids: String(id) })
    await createMedium({ sha256 })
    const answer = await sendForm("/admin/bin", { intent: "restore", id: "1" }, { cookie })
    expect(answer.status).toBe(409)
    expect(await storedRows("bin")).toHaveLength(1)
  })

  test("and are used again once they are back, by what still names them", async () => {
    const used = await createMedium()
    await createEpisode({ thumbnailUrl: addressOf(used) })
    await createEpisode({ thumbnailUrl: addressOf(used) })
    await post({ intent: "delete-used", id: String(used.id) }, `/${used.id}`)
    await db.execute(sql`update episodes set thumbnail_url = null where id = 2`)
    await sendForm("/admin/bin", { intent: "restore", id: "1" }, { cookie })
    expect(await storedRows("media_uses")).toMatchObject([{ source: "episodes", row_id: 1 }])
  })

  test.each(["", "a", "1,,2", "-1", Array.from({ length: 51 }, (_, n) => n + 1).join(",")])(
    "not by the selection %j",
    async (ids) => {
      await createMedium()
      expect((await post({ intent: "delete", ids })).status).toBe(400)
      expect(await storedRows("media")).toHaveLength(1)
    },
  )

  test("28.4, 15.11 that are used after re-authentication, once it was said where", async () => {
    const used = await createMedium()
    await createEpisode({ title: "Round final", thumbnailUrl: addressOf(used) })
    const question = await show(`/${used.id}?action=delete-used&id=${used.id}`)
    expect(question.get("main").text).toContain("épisode «\u00a0Round final\u00a0»")
    await ageAuthentication(cookie)
    const fields = { intent: "delete-used", id: String(used.id) }
    expect((await post(fields, `/${used.id}`)).status).toBe(403)
    expect(await storedRows("media")).toHaveLength(1)
    const deleted = await post({ ...fields, proof: PASSWORD }, `/${used.id}`)
    expect([deleted.status, deleted.headers.get("location")]).toEqual([302, PATH])
    expect(await storedRows("media")).toEqual([])
    expect(await storedRows("media_uses")).toEqual([])
  })

  test("without scripts after a page that asks", async () => {
    await createMedium({ title: "a.png" })
    await createMedium({ title: "b.png" })
    const page = await show("?action=delete&ids=1&ids=2&etat=inutilises")
    expect(page.get("section", { class: "question" }).get("h2").text).toBe("Supprimer ces 2 médias\u202f?")
    const [form] = page.get("section", { class: "question" }).all("form")
    expect(form && filledForm(form)).toMatchObject({ intent: "delete", ids: "2,1" })
    expect(form?.attributes.action).toBe("/admin/media?etat=inutilises")
  })
})

describe("what can be chosen", () => {
  const choose = async (search: string) => {
    const response = await send(`/admin/media/choices${search}`, { headers: { cookie } })
    expect(response.status).toBe(200)
    return response.json()
  }

  test("28.5 is what is ready, of the wanted kinds, page after page", async () => {
    for (let n = 0; n < 25; n += 1) await createMedium({ title: `photo ${n}.png`, alt: "Awa" })
    await createMedium({ state: "waiting" })
    const sound = await createMedium({
      kind: "audio",
      type: "audio/mpeg",
      title: "son.mp3",
      durationMs: 61_000,
      width: null,
    })
    const first = await choose("?kinds=image")
    expect([first.choices.length, first.hasMore, first.choices[0].title]).toEqual([24, true, "photo 24.png"])
    const second = await choose("?kinds=image&page=2")
    expect([second.choices.length, second.hasMore]).toEqual([1, false])
    expect(await choose("?kinds=audio,rien&q=SON")).toEqual({
      choices: [
        {
          ...{
            id: sound.id,
            kind: "audio",
            type: "audio/mpeg",
            title: "son.mp3",
            alt: "",
            bytes: 1_000,
            durationMs: 61_000,
          },
          ...{ address: addressOf(sound), thumbnail: null, facts: ["MP3", "1:01", "1\u00a0ko"] },
        },
      ],
      hasMore: false,
    })
  })

  test.each(["?page=-1", "?page=1e9&q=%00%ED%A0%80", `?kinds=${"image,".repeat(5_000)}`, "?q=%25_"])(
    "is bounded, whatever is asked: %s",
    async (search) => {
      expect((await choose(search)).choices).toEqual([])
    },
  )
})
