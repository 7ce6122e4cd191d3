import { data } from "react-router"
import { respondWithDownload } from "../downloads/send-download.server.ts"
import { EXPORT } from "../sidebar-entries.ts"
import type { Route } from "./+types/archive-file.route"
import { findArchive } from "./kept-archives.server.ts"

/** Behind the guards, which refuse with a page: React Router draws one only where it knows of a page (below). */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ params, ...asked }) => {
    const file = await findArchive(params.id)
    if (!file) throw data({ title: "Archive non trouvée" }, { status: 404 })
    return respondWithDownload(asked, file, { kind: "archive", back: EXPORT })
  },
]

/** Never called, nor shown. */
export const loader = () => null
export default () => null
