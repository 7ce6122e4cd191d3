import type { Asking } from "#app/kit/form/asking.ts"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import type { messageIntents } from "./contact.schema.ts"
import type { ThreadReply } from "./thread-words.server.ts"

/** The replies to a message, oldest first. */
export function MessageThread({ replies }: { replies: ThreadReply[] }) {
  if (replies.length === 0) return null
  return (
    <ol className="mt-4 grid gap-4">
      {replies.map(({ id, text, writer, createdOn, state, isProblem, canResend }) => (
        <li key={id} className="border-l-4 border-gold pl-4">
          <p className="text-sm break-words text-paper-ink">
            Réponse de <bdi className="font-semibold break-all">{writer ?? "un ancien compte"}</bdi> ·{" "}
            {createdOn}
          </p>
          <p className="mt-1 max-w-[75ch] break-words whitespace-pre-line">{text}</p>
          <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
            <p className={isProblem ? "font-semibold text-blood-dark" : "text-sm text-paper-ink"}>{state}</p>
            {canResend && (
              <ActionButton
                label="Renvoyer"
                icon="refresh-cw"
                subject={`la réponse du ${createdOn}`}
                fields={{ intent: "resend", reply: id } satisfies Asking<typeof messageIntents>}
              />
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}
