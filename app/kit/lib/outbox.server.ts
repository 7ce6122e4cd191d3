import { join } from "node:path"

/** Where mails are files, on a site without a mail server. */
export const outboxFolder = (dataDir: string) => join(dataDir, "outbox")
