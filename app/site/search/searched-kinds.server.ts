import { managedTypes } from "#app/content/types.server.ts"

/** The kinds of what is found: how addresses and the index call them, and what they are called. */
export const listSearchedKinds = () =>
  managedTypes().flatMap(({ kind, words, published }) =>
    published?.search
      ? [{ kind, name: published.search.name, label: words.plural, one: words.singular }]
      : [],
  )

/** How the index calls what addresses name so. */
export const kindNamed = (name: string | undefined) =>
  listSearchedKinds().find((one) => one.name === name)?.kind

/** What one of a kind is called. */
export const labelOfKind = (kind: string) => listSearchedKinds().find((one) => one.kind === kind)?.one ?? ""
