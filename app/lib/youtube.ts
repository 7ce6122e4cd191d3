/** The privacy-friendly player for a YouTube address, or undefined for any other address. */
export function youtubeEmbed(address: string) {
  if (!URL.canParse(address)) return undefined
  const { hostname, pathname, searchParams } = new URL(address)
  const host = hostname.replace(/^(www|m)\./, "")
  const id =
    host === "youtu.be"
      ? pathname.slice(1)
      : host === "youtube.com"
        ? (searchParams.get("v") ?? pathname.match(/^\/(?:embed|shorts|live)\/([^/]+)/)?.[1])
        : undefined
  return id && /^[\w-]{6,20}$/.test(id)
    ? `https://www.youtube-nocookie.com/embed/${id}?autoplay=1`
    : undefined
}
