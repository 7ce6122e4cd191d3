import { copyLink } from "../../player/share.ts"

/** The feed's address to take: by a button, or by hand where there are no scripts. */
export function FeedAddress({ address, isOffice = false }: { address: string; isOffice?: boolean }) {
  return (
    <div className="mt-5 flex max-w-2xl flex-wrap items-end gap-3">
      <label className="min-w-0 flex-[1_1_18rem]">
        <span className="font-semibold">Adresse du flux</span>
        <input
          type="url"
          readOnly
          value={address}
          onFocus={(event) => event.currentTarget.select()}
          className={`mt-1.5 h-12 w-full px-3 ${isOffice ? OFFICE : "border-2 border-ink bg-paper-lit text-ink"}`}
        />
      </label>
      <button
        type="button"
        data-scripted
        onClick={() => void copyLink(address)}
        className={`${isOffice ? "office-button" : "button button-blood"} noscript:hidden`}
      >
        Copier l’adresse
      </button>
    </div>
  )
}

/** Of the back office's own colours, which change by dark. */
const OFFICE = "rounded-xs border border-ink bg-(--office-field) text-ink"
