import { data } from "react-router"
import { respondWithDownload } from "../downloads/send-download.server.ts"
import { BACKUPS } from "../sidebar-entries.ts"
import type { Route } from "./+types/backup-file.route"
import { findBackupFile } from "./backups.server.ts"

/** Behind the guards, which refuse with a page: React Router draws one only where it knows of a page (below). */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ params, ...asked }) => {
    const file = await findBackupFile(params.id)
    if (!file) throw data({ title: "Sauvegarde non trouvée" }, { status: 404 })
    return respondWithDownload(asked, file, { kind: "backup", back: BACKUPS })
  },
]

/** Never called, nor shown. */
export const loader = () => null
export default () => null
