import { PageLink } from "./page-link.tsx"

type Props = { to: string; isActive: boolean; children: React.ReactNode }

/** One of a few ways to see a page, which are all addresses. */
export function BadgeLink({ to, isActive, children }: Props) {
  const look = isActive
    ? "border-gold bg-gold text-ink"
    : "border-paper-dim text-paper-dim hover:border-paper hover:text-paper"
  return (
    <PageLink
      to={to}
      aria-current={isActive ? "true" : undefined}
      preventScrollReset
      className={`poster inline-flex min-h-11 items-center border-2 px-4 pt-0.5 text-base tracking-wide ${look}`}
    >
      {children}
    </PageLink>
  )
}
