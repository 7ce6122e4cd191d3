/** A guest's own address, said by its host. */
export function GuestLink({ url }: { url: string }) {
  return (
    <a
      href={url}
      rel="noopener"
      className="inline-flex min-h-11 max-w-full items-center font-semibold text-gold underline underline-offset-4"
    >
      <span className="truncate">{hostOf(url)}</span>
    </a>
  )
}

function hostOf(url: string) {
  return URL.canParse(url) ? new URL(url).host.replace(/^www\./, "") : url
}
