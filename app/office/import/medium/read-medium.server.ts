import { readerInThread } from "#app/kit/lib/text-thread.server.ts"
import { ImportError } from "../import-error.ts"
import { createLosses, EMPTY, lossKind, REPEATED, TOO_LONG, UNREADABLE } from "../losses.ts"
import type { OpenedFile } from "../open-files.server.ts"
import { siteIdentity, typedSite } from "../site-identity.ts"
import type { Thing } from "../things.ts"
import { createPause } from "../turns.server.ts"
import { MEDIUM_PAGE } from "./is-medium.ts"
import { type RawText, toText } from "./to-text.ts"

/**
 * Reads Medium's export from one of its pages on: in an archive, that and all others; else that alone.
 *
 * @param said where the site is, as the host says; empty where nobody did: it is where most of the posts were
 * @throws ImportError where nothing says where the site is
 */
export async function* readMedium(file: OpenedFile, said: string): AsyncGenerator<Thing> {
  const losses = createLosses()
  const told = new Set<string>()
  const sites = new Map<string, number>()
  const pause = createPause()

  function* once<T extends Thing>(things: T[]) {
    for (const thing of things) {
      const key = `${thing.kind} ${thing.id}`
      if (thing.id !== "" && !told.has(key)) yield thing
      told.add(key)
    }
  }

  for await (const { path, html } of pagesOf(file)) {
    await pause()
    if (html === undefined || html.length > MAX_CHARACTERS) {
      losses.add("too-long", TOO_LONG)
      continue
    }
    const read = await readText({ path, html })
    if (read === undefined) losses.add("unreadable", UNREADABLE)
    else if (read === "response") losses.add("responses", RESPONSE)
    else if (read.text.title === "" && read.text.content === "") losses.add("empty", EMPTY)
    else if (told.has(`text ${read.text.id}`)) losses.add("repeated", REPEATED)
    else {
      if (read.site) sites.set(read.site, (sites.get(read.site) ?? 0) + 1)
      if (read.author) yield* once([read.author])
      yield* once(read.categories)
      yield* once([read.text])
    }
  }
  const address = typedSite(said) || mostOf(sites) || (await profileOf(file))
  if (!address) throw new ImportError(NO_ADDRESS)
  yield { kind: "site", id: "site", title: address.replace("https://", ""), address: siteIdentity(address) }
  yield* losses.end()
}

async function* pagesOf(file: OpenedFile): AsyncGenerator<{ path: string; html: string | undefined }> {
  if (file.paths.length === 0) yield { path: file.name, html: await wholeOf(file.source) }
  const folder = file.name.slice(0, file.name.lastIndexOf("/") + 1)
  for (const path of file.paths)
    if (path.startsWith(folder) && MEDIUM_PAGE.test(path)) yield { path, html: await file.beside(path) }
}

/** A page on its own; undefined for one that is too long. */
async function wholeOf(source: AsyncIterable<Uint8Array>) {
  const decoder = new TextDecoder()
  let text = ""
  for await (const chunk of source) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > MAX_CHARACTERS) return undefined
  }
  return text
}

const mostOf = (sites: Map<string, number>) =>
  [...sites].toSorted(([, one], [, other]) => other - one)[0]?.[0]

async function profileOf(file: OpenedFile) {
  const profile = await file.beside(/(?:^|\/)profile\/profile\.html$/)
  return /https:\/\/medium\.com\/@[\w.-]{1,100}/.exec(profile?.slice(0, 100_000) ?? "")?.[0]
}

function readText(raw: RawText) {
  return raw.html.length <= SHORT ? toText(raw) : readInThread(raw)
}

const readInThread = readerInThread<RawText, ReturnType<typeof toText>>("medium-text")

/** What takes a few milliseconds whatever is in it. */
const SHORT = 10_000
const MAX_CHARACTERS = 2_000_000

const NO_ADDRESS =
  "Ces brouillons de Medium ne disent pas l’adresse de leur site\u00a0: écrivez-la avec le fichier, puis importez-le à nouveau."

const RESPONSE = lossKind(
  "réponse à un texte",
  "réponse sans titre, sous le texte de quelqu’un",
  "réponses sans titre, sous les textes de quelqu’un",
)
