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
  try {
    await navigator.clipboard.writeText(url)
    showToast({ kind: "success", title: "Lien copié", description: url })
  } catch {
    // Refused, or not a secure address: there it can be taken by hand.
    showToast({ kind: "error", title: "Copie impossible", description: `Voici le lien : ${url}` })
  }
}

const toUrl = (path: string) => new URL(path, location.href).href
