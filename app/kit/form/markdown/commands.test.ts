import { expect, test } from "vitest"
import {
  continueList,
  type Edit,
  insertBlock,
  insertLink,
  insertText,
  type LinePrefix,
  type Mark,
  toggleLines,
  toggleMark,
  toMarkdown,
} from "./commands.ts"

/** « un ‹mot› » : what is between the signs is selected; one sign alone is a caret. */
function read(text: string) {
  const start = text.indexOf("‹")
  const end = text.includes("›") ? text.indexOf("›") - 1 : start
  return { text: text.replace(/[‹›]/g, ""), start, end }
}

function show(text: string, { from, to, insert, select: [start, end] }: Edit) {
  const done = text.slice(0, from) + insert + text.slice(to)
  const chosen = start === end ? "‹" : `‹${done.slice(start, end)}›`
  return done.slice(0, start) + chosen + done.slice(end)
}

test.each<[string, Mark, string]>([
  ["un ‹mot› gras", "**", "un **‹mot›** gras"],
  ["un **‹mot›** gras", "**", "un ‹mot› gras"],
  ["un ‹**mot**› gras", "**", "un ‹mot› gras"],
  ["un‹ mot › gras", "**", "un **‹mot›**  gras"],
  ["un ‹ gras", "**", "un **‹** gras"],
  ["‹a›", "_", "_‹a›_"],
  ["r‹a›p", "_", "r*‹a›*p"],
  ["r*‹a›*p", "_", "r‹a›p"],
  ["**‹a›**", "_", "**_‹a›_**"],
  ["‹un\n\n- deux \n- [ ] trois›", "**", "‹**un**\n\n- **deux** \n- [ ] **trois**›"],
  ["‹**un**\n\n- **deux**›", "**", "‹un\n\n- deux›"],
  ["‹**un**\ndeux›", "**", "‹**un**\n**deux**›"],
  ["‹## titre›", "_", "## _‹titre›_"],
  ["a‹- b›", "**", "a**‹- b›**"],
])("%j with %s becomes %j", (text, mark, done) => {
  expect(show(read(text).text, toggleMark(read(text), mark))).toBe(done)
})

test.each<[string, LinePrefix, string]>([
  ["un\nde‹ux\ntrois", "- ", "un\n- de‹ux\ntrois"],
  ["un\n- de‹ux\ntrois", "- ", "un\nde‹ux\ntrois"],
  ["‹un\ndeux›", "1. ", "‹1. un\n2. deux›"],
  ["‹- un\n- deux›", "1. ", "‹1. un\n2. deux›"],
  ["‹1. un\n2. deux›", "1. ", "‹un\ndeux›"],
  ["## tit‹re", "### ", "### tit‹re"],
  ["‹", "> ", "> ‹"],
  ["‹un\n›deux", "> ", "‹> un›\ndeux"],
  ["‹\nun", "- ", "- ‹\nun"],
  ["‹un\n\ndeux›", "- ", "‹- un\n\n- deux›"],
  ["‹- un\n\n- deux›", "- ", "‹un\n\ndeux›"],
  ["‹un\n\ndeux›", "1. ", "‹1. un\n\n2. deux›"],
  ["‹un\n\ndeux›", "> ", "‹> un\n> \n> deux›"],
  ["‹> un\n>\n> deux›", "> ", "‹un\n\ndeux›"],
  ["- un\n  - de‹ux", "1. ", "- un\n  1. de‹ux"],
  ["- un\n  - de‹ux", "- ", "- un\n  de‹ux"],
])("the lines of %j with %j become %j", (text, prefix, done) => {
  expect(show(read(text).text, toggleLines(read(text), prefix))).toBe(done)
})

test.each([
  ["voir ‹ici›", "https://a.fr/a_(b)", "voir [ici](https://a.fr/a_%28b%29)‹"],
  ["voir ‹ici›", "", "voir [ici](‹)"],
  ["voir ‹", "", "voir [‹]()"],
  ["‹https://a.fr/a_(b)›", "", "[‹](https://a.fr/a_%28b%29)"],
  ["‹a]b›", "https://a.fr", "[a\\]b](https://a.fr)‹"],
])("a link in %j to %j is %j", (text, address, done) => {
  expect(show(read(text).text, insertLink(read(text), address))).toBe(done)
})

test.each([
  ["‹", "![](a)‹"],
  ["un‹", "un\n\n![](a)‹"],
  ["un‹ deux", "un\n\n![](a)‹\n\n deux"],
  ["un\n‹\ndeux", "un\n\n![](a)‹\n\ndeux"],
  ["un\n\n‹\n\ndeux", "un\n\n![](a)‹\n\ndeux"],
])("a picture in %j stands on lines of its own: %j", (text, done) => {
  expect(show(read(text).text, insertBlock(read(text), "![](a)"))).toBe(done)
})

test.each([
  ["un‹", "mot", "unmot‹"],
  ["un‹ deux", "- a\n- b", "un\n\n- a\n- b‹\n\n deux"],
  ["un\n‹deux›\ntrois", "## a", "un\n## a‹\ntrois"],
  ["un ‹", "a\n\n> b", "un a\n\n> b‹"],
])("in %j, %j is pasted as %j", (text, added, done) => {
  expect(show(read(text).text, insertText(read(text), added))).toBe(done)
})

test.each([
  ["- un‹", "- un\n- ‹"],
  ["  9. un‹ deux", "  9. un\n  10. ‹ deux"],
  ["un\n- ‹", "un\n‹"],
  ["> cité‹", "> cité\n> ‹"],
  ["- ‹un", "- \n- ‹un"],
  ["- [x] fait‹", "- [x] fait\n- [ ] ‹"],
  ["un\n- [ ] ‹", "un\n‹"],
])("a new line in %j goes on with the list: %j", (text, done) => {
  const edit = continueList(read(text))
  expect(edit && show(read(text).text, edit)).toBe(done)
})

test.each(["un‹", "-un‹", "- ‹un›", "‹- un"])("a new line in %j is just one", (text) => {
  expect(continueList(read(text))).toBeUndefined()
})

test("a picture says its alternative text, a sound its title", () => {
  const medium = { title: "Mon [son].mp3", address: "/media/k/a (1).mp3", alt: "" }
  expect(toMarkdown({ ...medium, kind: "image" })).toBe("![](/media/k/a%20%281%29.mp3)")
  expect(toMarkdown({ ...medium, kind: "audio" })).toBe("[Mon \\[son\\].mp3](/media/k/a%20%281%29.mp3)")
})
