import { useNavigation } from "react-router"

/** Shown while a page of the back office is on its way; the one before stays readable meanwhile. */
export function LoadingNotice() {
  const { state } = useNavigation()
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-20 z-30">
      {state === "loading" && (
        <p className="appear-late bg-gold text-(--office-on-gold) px-4 py-1.5 text-center font-semibold">
          Chargement...
        </p>
      )}
    </div>
  )
}
