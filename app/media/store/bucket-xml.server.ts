import { Parser } from "htmlparser2"

/** What a bucket says in XML. @returns of each element of that name its children's texts, by their names */
export function readXml(xml: string, name: string) {
  const found: Record<string, string>[] = []
  const open: string[] = []
  const parser = new Parser(
    {
      onopentag(tag) {
        if (tag === name) found.push({})
        open.push(tag)
      },
      ontext(text) {
        const [tag = "", element] = [open.at(-1), found.at(-1)]
        if (element && open.at(-2) === name) element[tag] = (element[tag] ?? "") + text
      },
      onclosetag() {
        open.pop()
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  return found
}
