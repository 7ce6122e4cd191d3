/** Makes a text of about `length` characters. */
export type MakeText = (length: number) => string

const repeat =
  (unit: string, { before = "", after = "" } = {}): MakeText =>
  (length) =>
    before + unit.repeat(Math.max(1, Math.floor(length / unit.length))) + after

/** Opens as often as it closes. */
const nest =
  (open: string, close: string, inside = "a"): MakeText =>
  (length) => {
    const count = Math.max(1, Math.floor(length / (open.length + close.length)))
    return open.repeat(count) + inside + close.repeat(count)
  }

/** Units that count: `[^1]`, `[^2]` and so on. */
const numbered =
  (unit: (number: number) => string): MakeText =>
  (length) => {
    const units: string[] = []
    for (let size = 0, number = 1; size < length; number += 1) {
      const next = unit(number)
      units.push(next)
      size += next.length
    }
    return units.join("")
  }

/** Parts of a text, each with its share of the length. */
const parts =
  (...makers: MakeText[]): MakeText =>
  (length) =>
    makers.map((make) => make(length / makers.length)).join("")

/** Steps to the right: what a line costs grows with its depth. */
const stairs =
  (line: (depth: number) => string): MakeText =>
  (length) =>
    Array.from({ length: Math.floor(Math.sqrt(length)) }, (_, depth) => line(depth)).join("\n")

const same = (text: string) => () => text

/**
 * Texts that have stopped parsers and patterns, or could: whatever reads text from outside takes each of them in time
 * that grows like its length.
 */
export const HOSTILE_TEXTS: Record<string, MakeText> = {
  empty: same(""),
  "one letter": same("a"),
  "one line end": same("\n"),
  "one surrogate": same("\ud800"),

  // One character again and again.
  letters: repeat("a"),
  capitals: repeat("A"),
  digits: repeat("9"),
  spaces: repeat(" "),
  tabs: repeat("\t"),
  "no-break spaces": repeat("\u00a0"),
  "narrow no-break spaces": repeat("\u202f"),
  "zero-width spaces": repeat("\u200b"),
  "line ends": repeat("\n"),
  "carriage returns": repeat("\r"),
  "line separators": repeat("\u2028"),
  NULs: repeat("\0"),
  dots: repeat("."),
  commas: repeat(","),
  colons: repeat(":"),
  slashes: repeat("/"),
  backslashes: repeat("\\"),
  hyphens: repeat("-"),
  underscores: repeat("_"),
  stars: repeat("*"),
  tildes: repeat("~"),
  backticks: repeat("`"),
  "equal signs": repeat("="),
  "number signs": repeat("#"),
  pipes: repeat("|"),
  quotes: repeat('"'),
  apostrophes: repeat("'"),
  guillemets: repeat("«"),
  ampersands: repeat("&"),
  semicolons: repeat(";"),
  "question marks": repeat("?"),
  "exclamation marks": repeat("!"),
  "at signs": repeat("@"),
  pluses: repeat("+"),
  "opening brackets": repeat("["),
  "closing brackets": repeat("]"),
  "opening parentheses": repeat("("),
  "closing parentheses": repeat(")"),
  "less-than signs": repeat("<"),
  "greater-than signs": repeat(">"),
  "combining marks": repeat("\u0301", { before: "e" }),
  "Hangul jamo": repeat("\u1112\u1161\u11ab"),
  "lone surrogates": repeat("\ud800"),
  "surrogates in the wrong order": repeat("\udc00\ud800"),
  "right-to-left marks": repeat("\u202e\u2066"),
  emoji: repeat("👨‍👩‍👧‍👦"),
  "byte-order marks": repeat("\ufeff"),

  // Long lines with something at their end.
  "letters before an at sign": repeat("a", { after: "@" }),
  "dotted letters before an at sign": repeat("a.", { after: "@" }),
  "a long domain": repeat("a.", { before: "a@" }),
  "a long domain of hyphens": repeat("a-", { before: "a@" }),
  "at signs between letters": repeat("a@"),
  "addresses in a row": repeat("a@a.fr"),
  "addresses one by one": repeat("a@a.fr "),
  "spaces before a letter": repeat(" ", { before: "a", after: "b" }),
  "spaces before a line end": repeat(" ", { before: "a", after: "\nb" }),
  "tabs before a letter": repeat("\t", { before: "a", after: "b" }),
  "spaces before a question mark": repeat(" ", { before: "a", after: "?" }),
  "a space before each colon": repeat(" :"),
  "a guillemet and spaces": repeat("« »  "),
  "line ends and spaces": repeat("\n "),
  "line ends and a letter": repeat("\n", { before: "a", after: "b" }),
  "line ends of Windows": repeat("\r\n"),
  "spaces behind each word": repeat("a  \n"),
  "digits and a dot": repeat("1", { after: "." }),
  "digits and a colon": repeat("1:"),
  "dates in a row": repeat("2026-01-01 "),
  "words in a row": repeat("avec Awa et "),
  "capitals in a row": repeat("Awa, "),
  "initials in a row": repeat("A."),

  // Addresses.
  "an address of dots": repeat(".", { before: "https://youtu.be/" }),
  "an address of dots and a letter": repeat(".", { before: "https://youtu.be/", after: "a" }),
  "an address of parentheses": repeat("(", { before: "https://youtu.be/" }),
  "an address of closing parentheses": repeat(")", { before: "https://youtu.be/(" }),
  "an address of brackets": repeat("]", { before: "https://youtu.be/a" }),
  "an address of stars": repeat("*_", { before: "https://youtu.be/a" }),
  "an address of ampersands": repeat("&amp", { before: "https://youtu.be/a?a=b" }),
  "an address of percent signs": repeat("%", { before: "https://youtu.be/a?a=b" }),
  "an address of letters": repeat("a", { before: "https://open.spotify.com/episode/", after: "!" }),
  "an address of labels": repeat("a.", { before: "https://", after: "fr" }),
  "www and dots": repeat("www."),
  "www and underscores": repeat("_", { before: "www." }),
  "addresses without spaces": repeat("https://a.fr"),
  "addresses with spaces": repeat("https://youtu.be/abcdef. "),
  schemes: repeat("http:"),
  "schemes and slashes": repeat("https://"),
  mailto: repeat("mailto:"),
  "addresses in angle brackets": repeat("<https://a.fr>"),
  "addresses in angle brackets, unclosed": repeat("<https://a"),

  // Nesting.
  quotations: repeat(">"),
  "spaced quotations": repeat("> "),
  "quotations on stairs": stairs((depth) => `${">".repeat(depth)}a`),
  "bullets in a line": repeat("* "),
  "dashes in a line": repeat("- ", { after: "a" }),
  "numbers in a line": repeat("1. "),
  "mixed markers in a line": repeat("> * 1. "),
  "lists on stairs": stairs((depth) => `${"  ".repeat(depth)}* a`),
  "numbers on stairs": stairs((depth) => `${"   ".repeat(depth)}1. a`),
  "lists and quotations on stairs": stairs((depth) => `${"> ".repeat(depth)}* a`),
  "emphasis in emphasis": nest("*a ", " b*"),
  "strong in emphasis": nest("*a **a ", "b** b*"),
  "links in links": nest("[", "](a)"),
  "images in images": nest("![", "](a)"),
  "links in emphasis": nest("*[", "](a)*"),
  "tags in tags": nest("<div>", "</div>"),
  "spans in spans": nest("<b>", "</b>"),
  "lists of tags": nest("<ul><li>", "</li></ul>"),
  "quotations of tags": nest("<blockquote>", "</blockquote>"),
  "links of tags": nest('<a href="https://a.fr">', "</a>"),
  "bold in italic tags": nest("<b><i>", "</i></b>"),
  "bold words one by one": repeat("<b>a</b>,"),
  "cells that go on": repeat("<tr><td rowspan=99 colspan=99>a", { before: "<table>" }),
  "short rows under a wide one": (length) =>
    `<table><tr>${"<td>a".repeat(45)}${"<tr><td>a".repeat(Math.floor(length / 10))}`,
  "tables in tables": nest("<table><tr><td>a<td>", "</table>"),
  "figures in figures": nest("<figure><figcaption>a", "</figcaption></figure>"),
  "levels of a list": repeat("<li aria-level=9>a<li aria-level=1>a", { before: "<ul>" }),
  "Word's levels": numbered((number) => `<p style="mso-list:l0 level${(number % 9) + 1}">a`),
  "references to one note": repeat('<sup><a href="#a">1</a></sup>', { after: "<p id=a>b" }),
  "notes in a paragraph": parts(
    numbered((number) => `<sup><a href="#${number}">1</a></sup>`),
    same("<p>"),
    numbered((number) => `<a id="${number}">1</a>`),
  ),
  "tags never closed": repeat("<div>"),
  "paragraphs never closed": repeat("<p>a"),
  "items never closed": repeat("<li>a"),
  "lists never closed": repeat("<ul><li>a"),
  "tags never opened": repeat("</div>"),
  "paragraphs never opened": repeat("</p>"),
  "tags closed in the wrong order": repeat("<b><i>a</b></i>"),
  "brackets in brackets": nest("[", "]"),
  "parentheses in a link": nest("(", ")", ""),

  // Never finished.
  "a link never closed": repeat("[a"),
  "a target never closed": repeat("[a](b"),
  "a target with angle brackets never closed": repeat("[a](<b"),
  "a title never closed": repeat('[a](b "c'),
  "links with a bracket before": repeat("[", { after: "](a)" }),
  "an image never closed": repeat("![a"),
  "images one by one": repeat("![a](b)"),
  "links one by one": repeat("[a](b)"),
  "empty links": repeat("[]()"),
  "brackets and parentheses": repeat("[]("),
  "unclosed emphasis": repeat("*a "),
  "closing emphasis": repeat("a* "),
  "unclosed strong": repeat("**a "),
  "unclosed emphasis of both kinds": repeat("*a _b "),
  "emphasis in the wrong order": repeat("*a _b* c_ "),
  "emphasis of three": repeat("a***b"),
  "emphasis of growing length": numbered((number) => `a${"*".repeat(number % 97)}`),
  "unclosed strike-through": repeat("~~a "),
  "strike-through and stars": repeat("~~*a"),
  "backticks of growing length": numbered((number) => `a${"`".repeat(number % 301)}`),
  "backticks of every length": (length) =>
    Array.from({ length: Math.floor(Math.sqrt(length * 2)) }, (_, at) => "`".repeat(at)).join("a"),
  "unclosed code": repeat("`a "),
  "fences one by one": repeat("```\n"),
  "fences of tildes and backticks": repeat("```\n~~~\n"),
  "fences of growing length": stairs((depth) => "`".repeat(depth + 3)),
  "a long info string": repeat("a", { before: "```" }),
  "less-than and a letter": repeat("<a"),
  "tags without an end": repeat("<a href="),
  "attributes without an end": repeat(' a="', { before: "<a" }),
  "attributes one by one": repeat(" a=b", { before: "<a" }),
  "comments never closed": repeat("<!--"),
  "comment ends": repeat("-->"),
  "CDATA never closed": repeat("<![CDATA["),
  "CDATA ends": repeat("]]>"),
  "declarations never closed": repeat("<!A "),
  "instructions never closed": repeat("<?"),
  "scripts never closed": repeat("<script>"),
  "script ends": repeat("</script>"),
  "scripts that are not": repeat("<script"),
  "styles never closed": repeat("<style>a"),
  "scripts one by one": repeat("<script></script>"),
  "a script and ends that are none": repeat("</script  a", { before: "<script>" }),
  "comments with a text, never closed": repeat("<!-- a "),
  "tags with a space, never closed": repeat("<a "),
  "tags of digits": repeat("<1"),
  "times of cues": repeat("00:01.000 --> 00:02.000\n"),
  "times of cues in a line": repeat("00:01.000 --> "),
  "voices of cues": repeat("<v A>a\n"),
  "speakers and times": repeat("<cite>a<time>1:02</time>"),

  // References, footnotes, tables, lists, headings.
  "definitions one by one": numbered((number) => `[${number}]: a\n`),
  "a definition used often": parts(same("[a]: b\n\n"), repeat("[a] ")),
  "a long definition used often": parts(repeat("b", { before: "[a]: ", after: "\n\n" }), repeat("[a] ")),
  "references never defined": repeat("[a][b]"),
  "definitions never finished": repeat("[a]:\n"),
  "a definition's label": repeat("a", { before: "[", after: "]: b" }),
  "labels of backslashes": repeat("\\[", { before: "[", after: "]" }),
  "definitions with titles never closed": repeat('[a]: b "c\n'),
  "footnotes one by one": numbered((number) => `[^${number}]`),
  "footnotes with their texts": numbered((number) => `a[^${number}]\n\n[^${number}]: b\n\n`),
  "a footnote used often": parts(same("[^a]: b\n\n"), repeat("[^a] ")),
  "footnotes in footnotes": numbered((number) => `[^${number}]: a [^${number + 1}]\n\n`),
  "a footnote of itself": repeat("[^a] ", { before: "[^a]: " }),
  "footnotes never closed": repeat("[^"),
  "inline footnotes": nest("^[", "]"),
  "a table of one row": repeat("|a", { after: "\n|-" }),
  "a table of many columns": (length) => {
    const columns = Math.floor(length / 6)
    return `${"|a".repeat(columns)}|\n${"|-".repeat(columns)}|\n${"|b".repeat(columns)}|`
  },
  "a table of many rows": repeat("|a|\n", { before: "|a|\n|-|\n" }),
  "a wide table of short rows": (length) => {
    const size = Math.floor(length / 6)
    return `${"|a".repeat(size)}|\n${"|-".repeat(size)}|\n${"|\n".repeat(size)}`
  },
  "table rules": repeat("|-|\n"),
  "escaped pipes": repeat("\\|"),
  "a delimiter row": repeat("-:|", { before: "a|b\n" }),
  "task items": repeat("- [ ] a\n"),
  "task items in a line": repeat("- [ ] "),
  "items one by one": repeat("* a\n"),
  "items with empty lines": repeat("- a\n\n"),
  "numbered items": numbered((number) => `${number}. a\n`),
  "items and code": repeat("-     a\n"),
  "headings one by one": repeat("# a\n"),
  "a heading and number signs": repeat("#", { before: "# a " }),
  "a heading of spaces": repeat(" ", { before: "# a", after: "b" }),
  "underlined headings": repeat("a\n=\n"),
  "rules one by one": repeat("***\n"),
  "a rule of spaces": repeat("* ", { after: "a" }),
  "indented code": repeat("    a\n"),
  "hard breaks": repeat("a\\\n"),

  // Entities and escapes.
  "entities one by one": repeat("&amp;"),
  "entities without an end": repeat("&amp"),
  "entities of letters": repeat("a", { before: "&", after: ";" }),
  "entities of digits": repeat("1", { before: "&#", after: ";" }),
  "entities of hexadecimal digits": repeat("f", { before: "&#x", after: ";" }),
  "ampersands and signs": repeat("&#"),
  "escaped tags": nest("&lt;p&gt;", "&lt;/p&gt;"),
  "escaped again and again": repeat("amp;", { before: "&" }),
  escapes: repeat("\\*"),
  "percent escapes": repeat("%e2%80%a8"),
}

/** What generated texts are made of: everything that means something to one of the parsers. */
export const PIECES = [
  ...[
    "a",
    "é",
    "1",
    " ",
    "  ",
    "\t",
    "\n",
    "\n\n",
    "    ",
    "\\",
    "\0",
    "\u00a0",
    "\u202f",
    "\u2028",
    "\ud800",
  ],
  ...[
    "*",
    "**",
    "_",
    "__",
    "~",
    "~~",
    "`",
    "``",
    "```",
    "#",
    "## ",
    ">",
    "> ",
    "- ",
    "* ",
    "1. ",
    "- [ ] ",
    "- [x] ",
  ],
  ...[
    "[",
    "]",
    "(",
    ")",
    "](",
    "![",
    "[^",
    "[^1]",
    "[^1]: ",
    "[a]: ",
    "<",
    ">",
    "</",
    "<!--",
    "-->",
    '<a href="',
  ],
  ...["<p>", "</p>", "<ul>", "<li>", "<b>", "</b>", "<script>", "<br>", "<td>", "<![CDATA[", "]]>", "<item>"],
  ...[
    "|",
    "|-",
    "|a",
    ":",
    ";",
    "?",
    "!",
    "«",
    "»",
    "'",
    '"',
    "&",
    "&amp;",
    "&#",
    "&lt;",
    "@",
    "a@b.fr",
    "www.",
  ],
  ...[
    "https://",
    "https://youtu.be/",
    "http:",
    "mailto:",
    ".",
    ",",
    "=",
    "+",
    "%",
    "{",
    "}",
    "\u0301",
    "\u202e",
    "👨‍👩‍👧",
  ],
]
