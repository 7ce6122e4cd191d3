import { PALETTE_WORDS, spellRatio } from "./check-palette.ts"
import { chosenPairs } from "./pairs.ts"
import { LARGE, type Palette } from "./palette.ts"

/** How well each colour stands out from what it stands on, with what that looks like. */
export function ContrastList({ palette }: { palette: Palette }) {
  return (
    <ul className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(100%,14rem),1fr))] gap-2 text-sm">
      {chosenPairs(palette).map(({ fields, ratio, least }) => {
        const [on, ground] = fields
        const passes = ratio >= least
        return (
          <li key={fields.join()} className="flex items-center gap-3">
            <span
              aria-hidden="true"
              style={{ color: palette[on], background: palette[ground] }}
              className={`poster grid h-11 w-16 flex-none place-items-center border border-rule ${least === LARGE ? "text-2xl" : "text-base"}`}
            >
              Aa
            </span>
            <span>
              {PALETTE_WORDS[on].label} sur {PALETTE_WORDS[ground].label.toLowerCase()}
              <br />
              <strong className={passes ? "" : "text-blood-dark"}>
                {spellRatio(ratio)} {passes ? "✓ lisible" : `✗ il faut ${spellRatio(least)}`}
              </strong>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
