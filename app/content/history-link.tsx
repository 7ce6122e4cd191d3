import { Link } from "react-router"
import { useViewer } from "#app/kit/http/use-viewer.ts"
import { can } from "#app/kit/lib/rights.ts"
import { Icon, type IconName } from "#app/kit/ui/icon.tsx"
import { type AuditKind, historyAddress } from "#app/kit/lib/audit.ts"

type Props = {
  kind: AuditKind
  id: string | number
  /** What it is about, for those who do not see the row it stands in. */
  subject: string
  icon?: IconName
  className?: string
}

/** To what the log tells of an item; only for admins, who may read it. */
export function HistoryLink({ kind, id, subject, icon, className = "underline" }: Props) {
  if (!can(useViewer(), "administration")) return null
  return (
    <Link to={historyAddress(kind, id)} className={className}>
      {icon && <Icon name={icon} />}
      Historique<span className="sr-only"> : {subject}</span>
    </Link>
  )
}
