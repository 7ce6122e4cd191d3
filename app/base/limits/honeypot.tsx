import { useRouteLoaderData } from "react-router"
import { OPENED, HONEYPOT } from "./honeypot.schema.ts"

/** What `findBot` looks at, in every form that visitors send. */
export function Honeypot() {
  const frame = useRouteLoaderData("site/shell/site.route") as { openedAt: number } | undefined
  return (
    <>
      <input type="hidden" name={OPENED} value={frame?.openedAt ?? 0} />
      <div aria-hidden="true" className="absolute -left-[200vw]">
        <label>
          Ne rien écrire ici
          <input type="text" name={HONEYPOT} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
    </>
  )
}
