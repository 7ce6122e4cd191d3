import { storedRows } from "./factories.ts"

/** A text with something of all that Markdown has here, as this site itself writes it. */
export const EVERYTHING = `Un **gras**, un *penché* et [un lien](https://a.example/b?c=1&d=2).

## Un titre

- un
- deux

1. premier
2. second

> Une citation

![Une nuit](https://a.example/nuit.jpg "Au bord de l’eau")

https://www.youtube.com/watch?v=dQw4w9WgXcQ

| a | b |
| --- | --- |
| 1 | 2 |

\`\`\`
du code
\`\`\`

Une ligne
et la suivante, avec une note[^1].

[^1]: Ce qu’elle dit.`

/** Some columns of all rows, by what these are called: their numbers change when they leave and come back. */
export async function pickRows(table: string, ...names: string[]) {
  const rows = await storedRows(table)
  return rows
    .map((row) => Object.fromEntries(names.map((name) => [name, row[name]])))
    .toSorted((one, other) => String(one.title).localeCompare(String(other.title)))
}
