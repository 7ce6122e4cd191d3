import { defineConfig } from "drizzle-kit"

export default defineConfig({
  dialect: "postgresql",
  schema: [
    "./app/db/schema/content.server.ts",
    "./app/db/schema/transcripts.server.ts",
    "./app/db/schema/guests.server.ts",
    "./app/db/schema/feeds.server.ts",
    "./app/db/schema/media.server.ts",
    "./app/db/schema/copies.server.ts",
    "./app/db/schema/drafts.server.ts",
    "./app/db/schema/redirects.server.ts",
    "./app/db/schema/accounts.server.ts",
    "./app/db/schema/audit.server.ts",
    "./app/db/schema/visitors.server.ts",
    "./app/db/schema/messages.server.ts",
    "./app/db/schema/mails.server.ts",
    "./app/db/schema/search.server.ts",
  ],
  out: "./drizzle",
})
