import { data } from "react-router"
import { ASKED, type Question } from "#app/kit/http/questions.ts"
import type { SentForm } from "#app/kit/http/forms.server.ts"
import { redirectTo } from "#app/kit/http/redirects.server.ts"
import { type FormResponse, respondToastFailure, respondWithToast } from "#app/kit/http/responses.server.ts"
import { redirectWithToast } from "#app/kit/http/toast.server.ts"
import type { Toast } from "#app/kit/http/toast.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { listAddress, maxRows, parseListView } from "./list-view.ts"
import { type Chosen, chosenRows, type Counts, writeCounts } from "./chosen.schema.ts"
import { askAboutAll, askAboutTicked, askToGoOn } from "./bulk-action-questions.ts"
import { type BulkAction, formatCount, type ListType } from "./list-type.ts"
import type { ListedRows } from "./listed-rows.server.ts"

/** How many rows one request runs on: a few seconds. What is more goes on in the next one. */
export const ROWS_PER_REQUEST = 250
/** How many are worked on before it is looked whether all is well. */
const BATCH = 50

/** Does a bulk action to rows, in one transaction or in one for each. */
export type BulkRun = (ids: number[], value: string) => Promise<Counts>

/** How far a bulk action has come, for the script that goes on with it. */
export type Progress = FormResponse & {
  progress: { counts: Counts; rest: number; fields: Record<string, string> }
}

/** The bulk action of one row, done to each of several; one after the other, each as if it were the only one. */
export function each(run: (id: number, value: string) => Promise<boolean | "refused">): BulkRun {
  return async (ids, value) => {
    const counts = { done: 0, refused: 0, missing: 0 }
    for (const id of ids) {
      try {
        const done = await run(id, value)
        counts[done === "refused" ? done : done ? "done" : "missing"] += 1
      } catch (error) {
        throw new Stopped(counts, error)
      }
    }
    return counts
  }
}

/** A bulk action that is done to several rows in one transaction. @param run gives how many there were of them */
export function together(run: (ids: number[], value: string) => Promise<number>): BulkRun {
  return async (ids, value) => {
    const done = await run(ids, value)
    return { done, refused: 0, missing: ids.length - done }
  }
}

/** What was done before something failed. */
class Stopped extends Error {
  counts: Counts
  constructor(counts: Counts, cause: unknown) {
    super("stopped before the end", { cause })
    this.counts = counts
  }
}

/** Whether a form is about more than the one row that its button stands in. */
export function isAboutSeveral(
  { intent = "", values }: SentForm,
  { bulkActions }: Pick<ListType, "bulkActions">,
) {
  return Object.hasOwn(bulkActions, intent) && ("ids" in values || "upTo" in values)
}

type More = {
  /** Where the page goes. */
  away?: string
  /** What takes it back, asked before it is done to these rows of a page. */
  undo?: (ids: number[], list: string) => Promise<Toast["undo"]> | undefined
}

/** Does what a form asks to be done to rows of a list, and says what came of it; what was chosen is looked up anew. */
export async function runBulkAction(
  form: SentForm,
  url: URL,
  type: ListType,
  rows: ListedRows,
  runs: Record<string, BulkRun>,
  { away, undo }: More = {},
) {
  const { intent = "" } = form
  const [bulkAction, work] = [type.bulkActions[intent], runs[intent]]
  if (!bulkAction || !work) throw data({ title: "Action inconnue" }, { status: 400 })
  const parsed = form.parse(chosenRows)
  if (!parsed.ok) return respondToastFailure(bulkAction.failed, 400)
  const chosen = parsed.value
  if (bulkAction.choose && !bulkAction.choose.choices.some(({ value }) => value === chosen.value))
    return respondToastFailure(
      `${bulkAction.failed}\u00a0: choisissez d’abord (${bulkAction.choose.label.toLowerCase()})`,
      400,
    )

  const view = parseListView(url.searchParams, type)
  const list = listAddress(type.path, view)
  try {
    const found =
      chosen.upTo === undefined
        ? await rows.mine(chosen.ids)
        : await rows.idsUpTo(view, chosen.upTo, ROWS_PER_REQUEST + 1)
    const undone = chosen.upTo === undefined ? await undo?.(found, list) : undefined
    const { counts, failure } = await workOn(found.slice(0, ROWS_PER_REQUEST), chosen, work)
    const next = failure ? undefined : found[ROWS_PER_REQUEST]
    if (next !== undefined) {
      const rest = await rows.countUpTo(view, next, maxRows(view))
      return goOn(intent, chosen, { upTo: next, counts, rest }, list)
    }
    const isInForm = chosen.upTo !== undefined || chosen.ids.includes(Number(url.searchParams.get("edit")))
    const back = away ?? (url.searchParams.has("edit") && isInForm ? list : undefined)
    return tell(bulkAction, counts, failure, back, undone)
  } catch (error) {
    log.error(error, "bulk action not done")
    return respondToastFailure(bulkAction.failed, 500)
  }
}

/**
 * What an address asks about rows of a list (`findAsked`), for who has no scripts; null where none was ticked, undefined
 * where none of them is there.
 */
export function questionAbout(url: URL, type: ListType, rows: ListedRows, name: string) {
  const { searchParams } = url
  if (!["id", "ids", "upTo"].some((name) => searchParams.get(name))) return Promise.resolve(null)
  const bulkAction = type.bulkActions[name]
  const asked = chosenRows.safeParse({
    ids: searchParams.getAll("ids").join(",") || undefined,
    ...Object.fromEntries(
      ["upTo", "counts", "value"].flatMap((field) => {
        const value = searchParams.get(field)
        return value === null ? [] : [[field, value]]
      }),
    ),
  })
  if (!bulkAction || !asked.success) return Promise.resolve(undefined)
  return ask(asked.data, url, type, rows, name, bulkAction)
}

async function ask(
  { ids, upTo, before, value }: Chosen,
  url: URL,
  type: ListType,
  rows: ListedRows,
  name: string,
  bulkAction: BulkAction,
): Promise<Question | undefined> {
  const fields = { intent: name, ...(value && { value }) }
  if (upTo === undefined) {
    const found = await rows.titles(ids)
    if (found.length === 0) return undefined
    return askAboutTicked(type, bulkAction, found, { ...fields, ids: found.map(({ id }) => id).join(",") })
  }
  const view = parseListView(url.searchParams, type)
  const rest = await rows.countUpTo(view, upTo, maxRows(view))
  const all = { ...fields, upTo: String(upTo), counts: writeCounts(before) }
  return before.done > 0
    ? askToGoOn(type, bulkAction, { done: before.done, rest }, all)
    : askAboutAll(type, bulkAction, rest, all)
}

async function workOn(ids: number[], { before, value }: Chosen, work: BulkRun) {
  let counts = before
  for (let start = 0; start < ids.length; start += BATCH) {
    try {
      counts = add(counts, await work(ids.slice(start, start + BATCH), value))
    } catch (error) {
      const [done, failure] = error instanceof Stopped ? [error.counts, error.cause] : [NONE, error]
      log.error(failure, "bulk action stopped")
      return { counts: add(counts, done), failure }
    }
  }
  return { counts, failure: undefined }
}

const NONE: Counts = { done: 0, refused: 0, missing: 0 }

function add(one: Counts, other: Counts): Counts {
  return {
    done: one.done + other.done,
    refused: one.refused + other.refused,
    missing: one.missing + other.missing,
  }
}

/** The script of the page goes on by itself; without scripts the page asks whether to. */
function goOn(intent: string, { isLive, value }: Chosen, { upTo, counts, rest }: Rest, list: string) {
  const asked = { upTo: String(upTo), counts: writeCounts(counts), ...(value && { value }) }
  if (isLive) {
    const fields = { intent, ...asked, live: "1" }
    return data<Progress>({ values: {}, errors: {}, progress: { counts, rest, fields } })
  }
  const parameters = new URLSearchParams({ [ASKED]: intent, ...asked })
  return redirectTo(`${list}${list.includes("?") ? "&" : "?"}${parameters}`)
}

type Rest = { upTo: number; counts: Counts; rest: number }

function tell(
  bulkAction: BulkAction,
  counts: Counts,
  failure: unknown,
  back: string | undefined,
  undo: Toast["undo"],
) {
  const { done, refused, missing } = counts
  const said = done === 1 ? bulkAction.done[0] : `${formatCount(done)} ${bulkAction.done[1]}`
  if (failure) {
    const stopped = `${said}, puis une erreur a tout arrêté\u00a0: recommencez pour les autres.`
    return respondToastFailure(done > 0 ? stopped : bulkAction.failed, 500)
  }
  const stay =
    refused > 0 &&
    `${formatCount(refused)} ${refused > 1 ? "restent" : "reste"}\u00a0: ${bulkAction.refused}.`
  const gone = missing > 0 && `${formatCount(missing)} ${missing > 1 ? "n’existaient" : "n’existait"} plus.`
  const rest = [stay, gone].filter(Boolean).join(" ") || undefined
  if (done === 0)
    return refused > 0
      ? respondToastFailure(`${bulkAction.failed}\u00a0: ${bulkAction.refused}`, 409)
      : respondToastFailure(bulkAction.failed, 404)
  const { link } = bulkAction
  return back
    ? redirectWithToast(back, { kind: "success", title: said, description: rest, link, undo })
    : respondWithToast(said, rest, 200, { link, undo })
}
