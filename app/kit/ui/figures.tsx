type Props = { figures: readonly { prefix: string; value: string; label: string }[] }

/** The tale of the tape: figures side by side, as before a fight. */
export function Figures({ figures }: Props) {
  return (
    <dl className="grid divide-ink-line max-md:divide-y-2 md:grid-cols-3 md:grid-rows-[auto_auto] md:divide-x-2">
      {figures.map(({ prefix, value, label }) => (
        <div
          key={`${value} ${label}`}
          className="grid py-5 text-center md:row-span-2 md:grid-rows-subgrid md:px-6 md:py-8"
        >
          <dt className="order-last text-lg text-paper-dim">{label}</dt>
          <dd className="poster self-end text-poster-lg text-gold">
            {prefix && (
              <span className="block font-sans text-lg leading-tight font-semibold text-paper-dim normal-case">
                {prefix}{" "}
              </span>
            )}
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
