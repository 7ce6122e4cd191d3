import type { RichNode } from "#app/kit/lib/rich-text/nodes.ts"

/** A Markdown text as the server reads it; nothing where it cannot be asked. */
export async function askRichText(markdown: string): Promise<RichNode | undefined> {
  try {
    const response = await fetch("/admin/rich-text", {
      method: "POST",
      body: new URLSearchParams({ markdown }),
    })
    if (!response.ok) return undefined
    const { doc } = (await response.json()) as { doc: RichNode }
    return doc
  } catch {
    return undefined
  }
}
