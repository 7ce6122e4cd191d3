import { sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { contactMessages, messageReplies } from "#app/db/schema/messages.server.ts"
import { createEpisode, storedRows } from "./factories.ts"
import type { Part } from "./html.ts"
import { createUser, signInAs } from "./people.ts"
import { createComment, sendComment } from "./visitors.ts"

/** Writes to the hosts, who reply. */
export async function writeToHosts(email: string) {
  const [message] = await db
    .insert(contactMessages)
    .values({ name: "Une personne", email, subject: `De ${email}`, message: "Bonjour." })
    .returning({ id: contactMessages.id })
  await db.insert(messageReplies).values({ messageId: message?.id ?? 0, text: `Une réponse à ${email}` })
}

/** A person who has done everything that one can do here. */
export async function createKnownPerson(email: string) {
  const { id } = await createUser("user", email)
  await db.execute(
    sql`insert into profiles (user_id, first_name, country) values (${id}, 'Prénom', 'Sénégal')`,
  )
  await signInAs(email)
  const [episode] = await storedRows("episodes")
  const episodeId = Number(episode?.id ?? (await createEpisode()).id)
  await sendComment(episodeId, { email, content: `Un commentaire de ${email}` })
  await createComment(episodeId, { authorEmail: email, content: `Un caché de ${email}`, status: "hidden" })
  await writeToHosts(email)
  await db.execute(sql`with supporter as (
      insert into supporters (email, name) values (${email}, 'Une personne') returning id),
    network as (insert into supporter_networks (supporter_id, day, network) select id, now(), 'a' from supporter)
    insert into payments (service, key, email, paid_on, state) values ('kofi', ${email}, ${email}, now(), 'waiting')`)
  return id
}

/** What the page of personal data says of what was just done. */
export const panelOf = (page: Part) =>
  page
    .get("main")
    .all("div", { role: "status" })
    .map(({ text }) => text)
    .join("")
    .trim()
