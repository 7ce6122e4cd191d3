import type { PublicationStatus } from "#app/lib/publication.ts"
import { Badge } from "./badge.tsx"

const LOOKS = {
  published: { label: "Publié", variant: "default" },
  draft: { label: "Brouillon", variant: "outline" },
  scheduled: { label: "Programmé", variant: "secondary" },
} as const satisfies Record<PublicationStatus, object>

export function StatusBadge({ status }: { status: PublicationStatus }) {
  const { label, variant } = LOOKS[status]
  return <Badge variant={variant}>{label}</Badge>
}
