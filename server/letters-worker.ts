/**
 * The letters worker: a process of its own with a low priority, which hands letters over to the mail server, mail by mail. The
 * mails that people wait for are sent by the site itself and never stand behind them. The site starts it when something is to be
 * sent (workers.ts).
 */
// Letters show cards of what any type publishes.
import "#app/office/types/types.server.ts"
import { sendLetters } from "#app/audience/letters/sending/send-letters.server.ts"
import { runInBackground } from "./background-worker.ts"

runInBackground({ work: sendLetters, connections: 5, leaveMs: 4_000 })
