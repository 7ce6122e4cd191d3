import fc from "fast-check"
import { expect, test } from "vitest"
import { mergeComments, mergeReplies } from "./merge-comments.ts"

const PAGE = 5

/** At one of few times, so that many have the same. */
const comment = (id: number) => ({
  id,
  authorName: "Awa",
  content: `Commentaire ${id}`,
  createdAt: new Date(1_772_611_200_000 + Math.floor(id / 4) * 1_000),
})
type Comment = ReturnType<typeof comment>

const ids = (comments: Comment[]) => comments.map(({ id }) => id)
const newestFirst = (comments: Comment[]) =>
  comments.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || b.id - a.id)

/** A page as the server gives it: the newest, or what is older than a comment. */
function pageOf(all: Comment[], before?: Comment) {
  const sorted = newestFirst(all)
  const start = before
    ? sorted.filter((one) => newestFirst([one, before])[0] !== before && one !== before).length
    : 0
  const rest = sorted.slice(start).filter((one) => one !== before)
  const comments = rest.slice(0, PAGE)
  const last = comments.at(-1)
  return {
    comments,
    older: rest.length > PAGE && last ? `${last.createdAt.getTime()}-${last.id}` : null,
    isFirstPage: before === undefined,
  }
}

const some = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 40 }).map((all) => all.map(comment))

test("mergeComments of no page is what was known", () => {
  const known = [comment(2), comment(1)]
  expect(mergeComments(known, undefined)).toBe(known)
})

test("mergeComments adds an older page below", () => {
  const all = Array.from({ length: 8 }, (_, n) => comment(n + 1))
  const first = pageOf(all)
  expect(ids(mergeComments(first.comments, pageOf(all, first.comments.at(-1))))).toEqual([
    8, 7, 6, 5, 4, 3, 2, 1,
  ])
})

test("mergeComments adds new ones above, and keeps the older ones that were loaded", () => {
  const all = Array.from({ length: 8 }, (_, n) => comment(n + 1))
  const grown = [...all, comment(20)]
  expect(ids(mergeComments(newestFirst(all), pageOf(grown)))).toEqual([20, 8, 7, 6, 5, 4, 3, 2, 1])
})

test("mergeComments lets a deleted one vanish, though not what lies further down", () => {
  const all = Array.from({ length: 8 }, (_, n) => comment(n + 1))
  const without = all.filter(({ id }) => id !== 7)
  expect(ids(mergeComments(newestFirst(all), pageOf(without)))).toEqual([8, 6, 5, 4, 3, 2, 1])
})

test("mergeComments is empty when all are gone", () => {
  expect(mergeComments([comment(2), comment(1)], pageOf([]))).toEqual([])
})

test("mergeComments takes the text that the page has", () => {
  const changed = { ...comment(1), content: "Un autre texte" }
  expect(mergeComments([comment(1)], pageOf([changed]))).toEqual([changed])
})

test("mergeComments shows each once, in order, whatever comes", () => {
  fc.assert(
    fc.property(some, some, fc.boolean(), (known, all, isFirst) => {
      const merged = mergeComments(newestFirst(known), pageOf(all, isFirst ? undefined : known[0]))
      expect(new Set(ids(merged)).size).toBe(merged.length)
      expect(ids(merged)).toEqual(ids(newestFirst(merged)))
    }),
  )
})

test("mergeComments walking on and coming back shows exactly what there is", () => {
  fc.assert(
    fc.property(some, some, (all, fewer) => {
      let shown: Comment[] = []
      let page = pageOf(all)
      shown = mergeComments(shown, page)
      while (page.older) {
        page = pageOf(all, page.comments.at(-1))
        shown = mergeComments(shown, page)
      }
      expect(ids(shown)).toEqual(ids(newestFirst(all)))
      // Somebody posts and somebody deletes: the first page has the last word on what it reaches.
      const first = pageOf(fewer)
      const again = mergeComments(shown, first)
      const last = first.comments.at(-1)
      const isBelow = (one: Comment) =>
        first.older !== null &&
        last !== undefined &&
        newestFirst([one, last])[0]?.id === last.id &&
        one.id !== last.id
      const expected = newestFirst([...first.comments, ...all.filter(isBelow)])
      expect(ids(again)).toEqual(ids(expected))
    }),
  )
})

test("8.6 mergeReplies walking on shows exactly what there is, oldest first, and the first page has the last word", () => {
  fc.assert(
    fc.property(some, some, (all, fewer) => {
      const oldestFirst = (comments: Comment[]) => newestFirst(comments).toReversed()
      const repliesFrom = (comments: Comment[], start: number) => {
        const replies = oldestFirst(comments).slice(start, start + PAGE)
        return { replies, more: start + PAGE < comments.length ? "more" : null }
      }
      let shown: Comment[] = []
      for (let start = 0; start === 0 || start < all.length; start += PAGE)
        shown = mergeReplies(shown, repliesFrom(all, start), start === 0)
      expect(ids(shown)).toEqual(ids(oldestFirst(all)))
      const first = repliesFrom(fewer, 0)
      const last = first.replies.at(-1)
      const isBehind = (one: Comment) =>
        first.more !== null &&
        last !== undefined &&
        oldestFirst([one, last])[0] === last &&
        one.id !== last.id
      const expected = oldestFirst([...first.replies, ...all.filter(isBehind)])
      expect(ids(mergeReplies(shown, first, true))).toEqual(ids(expected))
    }),
  )
})

test("mergeReplies of no page is what was known", () => {
  const known = [comment(1), comment(2)]
  expect(mergeReplies(known, undefined, false)).toBe(known)
})
