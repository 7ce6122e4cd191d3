import { importFigures } from "./imported.server.ts"
import { type Figures, readFigures } from "./read-figures.server.ts"

/** What an import would bring along. */
export type Preview = Omit<Figures, "totals"> & {
  name: string
  count: number
  episodes: number
  first: string
  last: string
}

/** What a page gets back of a table that it sent. */
export type FiguresAnswer = { preview: Preview } | { said: string } | { problem: string }

/** Says what a table of another host holds, without keeping it. @returns what is wrong with it, where that is so */
export async function previewFigures(name: string, source: AsyncIterable<Uint8Array>) {
  const read = await readFigures(source)
  return "problem" in read ? read : { preview: describe(name, read) }
}

/** Keeps what a table of another host holds. @returns what is said of it, or what is wrong with it */
export async function takeFigures(name: string, source: AsyncIterable<Uint8Array>) {
  const read = await readFigures(source)
  if ("problem" in read) return read
  if (read.totals.length === 0) return { problem: NOTHING }
  await importFigures(name, read.totals)
  return { said: `${describe(name, read).count.toLocaleString("fr-FR")} téléchargements d’après ${name}` }
}

const NOTHING = "Ce tableau ne contient aucun téléchargement d’un épisode de ce site."

function describe(name: string, { totals, ...rest }: Figures): Preview {
  const ofAll = totals.filter(({ episodeId }) => episodeId === 0)
  return {
    ...rest,
    name,
    count: ofAll.reduce((sum, { count }) => sum + count, 0),
    episodes: new Set(totals.map(({ episodeId }) => episodeId).filter((id) => id > 0)).size,
    first: ofAll[0]?.day ?? "",
    last: ofAll.at(-1)?.day ?? "",
  }
}
