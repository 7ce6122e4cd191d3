import { expect, test } from "vitest"
import { change, redo, startHistory, undo } from "./history.ts"
import { type CueRows, rowsOf } from "./rows.ts"

const state = (text: string): CueRows => rowsOf([{ start: null, end: null, text }])
const textOf = ({ rows }: { rows: CueRows }) => rows[0]?.text

test("the letters of a word are one step, which is undone and done again", () => {
  let history = startHistory(state(""))
  for (const [text, word] of [
    ["O", "1"],
    ["On", "1"],
    ["On ", "2"],
    ["On y", "2"],
  ] as const)
    history = change(history, state(text), word)
  const steps = [history]
  for (let step = 0; step < 3; step += 1) steps.push(undo(steps.at(-1) ?? history))
  expect(steps.map(textOf)).toEqual(["On y", "On", "", ""])
  const again = redo(redo(redo(steps[2] ?? history)))
  expect(textOf(again)).toBe("On y")
})

test("what is done after an undo takes the place of what was undone, and the same is nothing", () => {
  const first = startHistory(state("a"))
  const second = change(first, state("b"))
  expect(change(second, second.rows)).toBe(second)
  const other = change(undo(second), state("c"))
  expect([textOf(redo(other)), textOf(undo(other))]).toEqual(["c", "a"])
})

test("typing goes on after an undo as a step of its own", () => {
  const typed = change(change(startHistory(state("")), state("a"), "1"), state("ab"), "1")
  const on = change(redo(undo(typed)), state("abc"), "1")
  expect(textOf(undo(on))).toBe("ab")
})

test("the oldest of very many steps are forgotten", () => {
  let history = startHistory(state("0"))
  for (let step = 1; step <= 300; step += 1) history = change(history, state(String(step)))
  for (let step = 0; step < 300; step += 1) history = undo(history)
  expect(textOf(history)).toBe("100")
})
