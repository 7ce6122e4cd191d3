import { useEffect, useEffectEvent } from "react"
import { Link, useFetcher } from "react-router"
import { FailureNotice } from "#app/kit/ui/failure-notice.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import type { LetterCheck } from "../template/letter-check.ts"
import { letterAddress } from "./letter-list.ts"

/** What came of looking at a letter. */
export type Checked = { checks: LetterCheck[]; hasFailed: boolean }

/** What should be known of a letter before it leaves. @param version asked for anew once that changes */
export function ChecksPanel({ id, version }: { id: number; version: number }) {
  const { data, state, load } = useFetcher<Checked>()
  const address = `${letterAddress(id)}/checks`
  const look = useEffectEvent(() => void load(address))
  useEffect(() => look(), [id, version])
  return (
    <Panel
      title="Vérifications"
      aside={
        <button
          type="button"
          aria-disabled={state !== "idle"}
          onClick={() => state === "idle" && look()}
          className="office-button noscript:hidden"
        >
          <Icon name="refresh-cw" />
          Vérifier à nouveau
        </button>
      }
    >
      <noscript>
        <Link to={address} className="underline">
          Vérifier la lettre
        </Link>
      </noscript>
      <div role="status" className="noscript:hidden">
        {data ? <CheckList {...data} /> : "Vérification des liens, des images et de l’objet…"}
      </div>
    </Panel>
  )
}

const WORDS = { error: "À corriger", warning: "À regarder", ok: "Bien" }

/** The gravest first. */
export function CheckList({ checks, hasFailed }: Checked) {
  if (hasFailed) return <FailureNotice what="Impossible de vérifier la lettre" />
  return (
    <ul className="letter-checks">
      {checks.map(({ level, text, mend }) => (
        <li key={text} data-level={level}>
          <strong>{WORDS[level]}</strong>
          <span>
            {text}{" "}
            {mend && (
              <Link to={mend.to} className="underline">
                {mend.label}
              </Link>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
