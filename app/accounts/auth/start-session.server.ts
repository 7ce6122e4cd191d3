import type { BetterAuthPlugin } from "better-auth"
import { APIError, createAuthEndpoint } from "better-auth/api"
import { setSessionCookie } from "better-auth/cookies"
import { z } from "zod"

/** A session for somebody who showed without a password who they are; the library knows none. Served nowhere, only called. */
export const sessionStarter = {
  id: "session-starter",
  endpoints: {
    startSession: createAuthEndpoint.serverOnly(
      { method: "POST", body: z.object({ userId: z.string() }) },
      async (ctx) => {
        const { internalAdapter } = ctx.context
        const user = await internalAdapter.findUserById(ctx.body.userId)
        const session = user && (await internalAdapter.createSession(user.id))
        if (!session) throw new APIError("NOT_FOUND", { code: "USER_NOT_FOUND" })
        await setSessionCookie(ctx, { session, user })
      },
    ),
  },
} satisfies BetterAuthPlugin
