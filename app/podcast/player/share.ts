import { showToast } from "#app/kit/http/client-toast.ts"

/** Opens what the device shares links with; where it has nothing of the kind, the link is copied. */
export async function shareLink(title: string, path: string) {
  const url = toUrl(path)
  if (!navigator.share) return copyLink(path)
  try {
    await navigator.share({ title, url })
  } catch (error) {
    // Who closes the sheet has changed their mind.
    if (error instanceof DOMException && error.name === "AbortError") return
    await copyLink(path)
  }
}

export async function copyLink(path: string) {
  const url = toUrl(path)
  showToast(
    (await copyText(url))
      ? { kind: "success", title: "Lien copié", description: url }
      : { kind: "error", title: "Copie impossible", description: `Voici le lien : ${url}` },
  )
}

/** @returns false where it is refused, or the address is not secure: there it can be taken by hand */
export async function copyText(text: string) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

const toUrl = (path: string) => new URL(path, location.href).href
