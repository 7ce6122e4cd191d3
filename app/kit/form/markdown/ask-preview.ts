/** How a text will look, as the server renders it; nothing where it cannot be asked. */
export async function askPreview(markdown: string, signal?: AbortSignal): Promise<string | undefined> {
  try {
    const response = await fetch("/admin/preview", {
      method: "POST",
      body: new URLSearchParams({ markdown }),
      signal,
    })
    if (!response.ok) return undefined
    const { html } = (await response.json()) as { html: string }
    return html
  } catch {
    return undefined
  }
}
