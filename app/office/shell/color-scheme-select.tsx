import { useId } from "react"
import { COLOR_SCHEMES, type ColorScheme } from "#app/kit/http/color-scheme.ts"
import { Icon } from "#app/kit/ui/icon.tsx"
import { SCHEME_LABELS } from "../color-scheme.copy.ts"

type Props = { scheme: ColorScheme; onChoose: (scheme: ColorScheme) => void }

/** How the back office looks, in this browser. Without scripts it is as the device. */
export function ColorSchemeSelect({ scheme, onChoose }: Props) {
  const id = useId()
  return (
    <div className="sidebar-scheme flex items-center gap-3 px-4 pt-1 pb-2 noscript:hidden">
      <Icon name="sun-moon" className="size-5 flex-none" />
      <label htmlFor={id} className="sr-only">
        Couleurs du back-office
      </label>
      <select
        id={id}
        value={scheme}
        onChange={({ currentTarget }) =>
          onChoose(COLOR_SCHEMES.find((one) => one === currentTarget.value) ?? "auto")
        }
        className="control min-w-0"
      >
        {COLOR_SCHEMES.map((one) => (
          <option key={one} value={one}>
            {SCHEME_LABELS[one]}
          </option>
        ))}
      </select>
    </div>
  )
}
