import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from "prosemirror-inputrules"
import type { MarkType } from "prosemirror-model"
import { schema } from "./schema.ts"
import { TYPOGRAPHY } from "./typography.ts"

const { nodes, marks } = schema

/** What becomes of signs that are typed as Markdown has them. */
export const typedSigns = () =>
  inputRules({
    rules: [
      textblockTypeInputRule(/^(#{1,3}) $/, nodes.heading, ([, signs = ""]) => ({ level: signs.length })),
      wrappingInputRule(/^[-*+] $/, nodes.bulletList),
      wrappingInputRule(
        /^(\d{1,9})[.)] $/,
        nodes.orderedList,
        ([, number]) => ({ start: Number(number) }),
        ([, number], list) => list.childCount + list.attrs.start === Number(number),
      ),
      wrappingInputRule(/^> $/, nodes.blockquote),
      textblockTypeInputRule(/^```$/, nodes.codeBlock),
      RULE,
      markRule(/(?<!\*)\*\*([^*\s](?:[^*]{0,400}[^*\s])?)\*\*$/, marks.strong),
      markRule(/(?<!\*)\*([^*\s](?:[^*]{0,400}[^*\s])?)\*$/, marks.em),
      markRule(/(?<!`)`([^`]{1,400})`$/, marks.code),
      ...TYPOGRAPHY,
    ],
  })

const RULE = new InputRule(/^---$/, (state, _, start) => {
  const place = state.doc.resolve(start)
  if (place.parent.type !== nodes.paragraph) return null
  return state.tr.replaceWith(place.before(), place.after(), [nodes.rule.create(), nodes.paragraph.create()])
})

/** Takes the signs away that stand around a text, and gives it the mark they mean. */
function markRule(pattern: RegExp, type: MarkType) {
  return new InputRule(pattern, (state, { 0: all, 1: text = "" }, start, end) => {
    const from = start + all.indexOf(text)
    const to = from + text.length
    if (state.doc.rangeHasMark(start, end, marks.code)) return null
    const { tr } = state
    if (to < end) tr.delete(to, end)
    tr.delete(start, from)
    return tr.addMark(start, start + text.length, type.create()).removeStoredMark(type)
  })
}
