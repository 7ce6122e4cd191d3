type Props = { qr: { size: number; path: string }; label: string; children: React.ReactNode }

/** What a telephone reads from a larger screen, and what it is for. */
export function QrCode({ qr, label, children }: Props) {
  return (
    <figure className="hidden w-44 md:block">
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        shapeRendering="crispEdges"
        className="block w-full"
      >
        <path d={`M0 0h${qr.size}v${qr.size}H0z`} fill="#fff" />
        <path d={qr.path} stroke="#000" />
      </svg>
      <figcaption className="mt-2 text-sm text-paper-dim">{children}</figcaption>
    </figure>
  )
}
