import { useState } from "react"
import { type ColorScheme, colorSchemeCookie } from "#app/kit/http/color-scheme.ts"

/** What was chosen since the page was loaded: a frame that is drawn anew, around an error, knows older cookies only. */
let chosen: ColorScheme | undefined

/** @param loaded what the request's cookie said */
export function useColorScheme(loaded: ColorScheme) {
  const [scheme, setScheme] = useState(chosen ?? loaded)
  const choose = (next: ColorScheme) => {
    chosen = next
    document.cookie = colorSchemeCookie(next)
    setScheme(next)
  }
  return [scheme, choose] as const
}
