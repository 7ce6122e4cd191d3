import type { Publication, PublicationStatus } from "./publication.ts"
import { Badge } from "#app/kit/ui/badge.tsx"

const LOOKS = {
  published: { label: "Publié", variant: "default" },
  draft: { label: "Brouillon", variant: "outline" },
  scheduled: { label: "Programmé", variant: "secondary" },
} as const satisfies Record<PublicationStatus, object>

/** « Publié », « Brouillon », or « Programmé pour le 3 décembre 2026 à 00:00 ». */
export function StatusBadge({ status, scheduledFor }: Publication) {
  const { label, variant } = LOOKS[status]
  return (
    <>
      <Badge variant={variant}>{label}</Badge>
      {scheduledFor && <span className="text-sm text-paper-ink"> pour le {scheduledFor}</span>}
    </>
  )
}
