import { expect, test } from "vitest"
import type { MediaKind } from "#app/kit/lib/media.ts"
import { emptyText } from "./choices.ts"

test.each<[MediaKind[], string]>([
  [["image", "audio", "video"], "La médiathèque est vide\u00a0: déposez ici une image ou un son."],
  [["image"], "La médiathèque n’a pas encore d’images\u00a0: déposez ici ce qu’il vous faut."],
  [["audio"], "La médiathèque n’a pas encore de sons\u00a0: déposez ici ce qu’il vous faut."],
])("whoever wants one of %s where there is none is told that, and what to do", (kinds, text) => {
  expect(emptyText(kinds)).toBe(text)
})
