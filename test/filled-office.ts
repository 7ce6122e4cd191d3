import { sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { refreshSiteSettings } from "#app/base/settings/site-settings.server.ts"
import { FAILED_MAIL } from "./admin-writes.ts"
import { emptyTables } from "./database.ts"
import {
  createGuest,
  createDraftLetter,
  createLetter,
  createLevel,
  createMedium,
  createPost,
  emptyContents,
  MANAGERS,
} from "./factories.ts"
import { createInvitation } from "./invitations.ts"
import { createUser } from "./people.ts"
import { TABLES } from "./tables.ts"
import { createComment } from "./visitors.ts"

/**
 * Fills the back office with what `ADMIN_WRITES` is about.
 *
 * @param kept the addresses of the accounts that stay
 * @returns the person whom it calls `VICTIM`
 */
export async function fillOffice(...kept: string[]) {
  await emptyContents()
  await emptyTables(
    "redirects",
    "redirect_hits",
    "missing_paths",
    "newsletter_subscribers",
    "supporters",
    "payments",
    "levels",
    "subscriber_imports",
    "imports",
  )
  await emptyTables("contact_messages", "message_replies", "mails")
  await emptyTables("blocks", "feeds", "file_copies", "invitations", "settings", "profiles", "bin")
  await db.execute(sql`delete from users where email <> all(${sql.param(kept)})`)
  return await fillBesides()
}

/** The same in a database that nobody has used, but that may have the starter content. */
export async function fillBesides() {
  const victim = await createUser("user", "victime@cko.test")
  await db.execute(sql`insert into sessions (id, token, user_id, expires_at)
    values ('victim', 'victim', ${victim.id}, now() + interval '1 day')`)
  for (const { make } of MANAGERS) await make()
  await createGuest()
  await createGuest()
  await createLevel()
  await createComment(1)
  await createComment(1, { status: "hidden" })
  await createComment(1, {
    parentId: 1,
    authorName: "",
    authorEmail: null,
    isPodcast: true,
    content: "Merci.",
  })
  await db.execute(sql`insert into blocks (kind, value) values ('word', 'bloque')`)
  await db.execute(sql`insert into contact_messages (name, email, subject, message, read_at, archived_at, done_at) values
    ('Léa', 'victime@cko.test', 'Sujet', 'Texte', null, null, null),
    ('Léa', 'lea@cko.test', 'Sujet', 'Texte', now(), now(), now())`)
  await db.execute(sql`insert into message_replies (id, message_id, text, outcome, ended_at)
    values ('11111111-1111-4111-8111-111111111111', 2, 'Texte', 'failed', now())`)
  await db.execute(sql`insert into newsletter_subscribers (name, email, confirmed_at, suppressed_at) values
    ('Léa', 'lea@cko.test', null, null), ('', 'victime@cko.test', null, null),
    ('', 'refusee@cko.test', null, now()), ('', 'confirmee@cko.test', now(), null)`)
  await db.execute(sql`insert into levels (name) values ('Mécène')`)
  await db.execute(sql`insert into supporters (email, name, level_id, until) values
    ('lea@cko.test', 'Léa', null, '2020-12-31'), ('victime@cko.test', '', 1, null)`)
  await db.execute(sql`insert into payments (service, key, email, paid_on, state) values
    ('kofi', 'un', 'payeuse@cko.test', now(), 'waiting'), ('stripe', 'deux', '', now(), 'waiting')`)
  await db.execute(
    sql`insert into subscriber_imports (state, ended_at) values ('read', null), ('done', now())`,
  )
  await db.execute(sql`insert into imports (name, state, ended_at, created_by) values ('a.xml', 'read', null, null),
    ('b.xml', 'running', null, null), ('c.xml', 'paused', null, null), ('d.xml', 'done', now(), null),
    ('e.xml', 'failed', now(), null)`)
  await db.execute(sql`insert into feeds (url, is_automatic, due_at) values
    ('https://a.example/flux', true, now() + interval '1 hour'), ('https://b.example/flux', false, now())`)
  await db.execute(sql`insert into redirects (source, target) values ('/ancienne', '/about')`)
  await db.execute(
    sql`insert into missing_paths (path, hits, is_ignored) values ('/perdue', 1, false), ('/tue', 1, true)`,
  )
  await db.execute(sql`insert into mails (id, recipient, subject, text, failed_at, failure)
    values (${FAILED_MAIL}, 'victime@cko.test', 'Sujet', 'Texte', now(), '{"code": "EENVELOPE"}')`)
  await db.execute(sql`insert into bin (kind, item_id, title, rows, links) values ('comment', 900, 'Léa : Bonjour',
    '[{"table": "comments", "row": {"id": 900, "episode_id": 1, "author_name": "Léa", "author_email": "lea@cko.test", "content": "Bonjour à tous."}}]', '[]')`)
  await createInvitation({ email: "invitee@cko.test" })
  await db.execute(sql`insert into transcripts (episode_id, cues, text, is_published)
    values (1, '[{"start": null, "end": null, "text": "Bonsoir."}]', 'Bonsoir.', true)`)
  await db.execute(sql`insert into transcript_versions (transcript_id, cues)
    values (1, '[{"start": null, "end": null, "text": "Bonjour."}]')`)
  await db.execute(sql`insert into transcriptions (episode_id, cues)
    values (1, '[{"start": 0, "end": 900, "text": "Bonsoir à tous."}]')`)
  await db.execute(sql`insert into feed_words (episode_id, transcript_url, due_at, failure)
    values (1, 'https://a.example/1.vtt', null, 'Illisible')`)
  await createPost({ slug: "a-relire", isPublished: false, publishedAt: null, reviewAskedAt: new Date() })
  await db.execute(sql`update blog_posts set is_starter = true where id = 1`)
  await createDraftLetter()
  await createDraftLetter({ state: "scheduled", scheduledAt: new Date("2100-01-01T08:00:00Z") })
  await createLetter({ state: "sending", endedAt: null })
  await createLetter({ state: "paused", endedAt: null })
  await createLetter()
  await db.execute(
    sql`insert into letter_recipients (letter_id, subscriber_id, state) values (5, 4, 'uncertain')`,
  )
  await createMedium()
  await createMedium({ state: "failed", failure: "Fichier illisible" })
  await createMedium({ key: "secondsecondsecondseco" })
  await createMedium({ kind: "video", type: "video/mp4", title: "film.mp4" })
  await db.execute(sql`insert into media_captions (medium_id, language, cues)
    values (4, 'fr', '[{"start": 0, "end": 900, "text": "Bonsoir."}]')`)
  await db.execute(sql`insert into episodes (id, title, audio_url) overriding system value
    values (900, 'Copié', '/media/secondsecondsecondseco/photo.png')`)
  await db.execute(sql`insert into file_copies (episode_id, part, source, host, state, failure, is_doubtful, medium_id) values
    (1, 'sound', 'https://a.example/1.mp3', 'a.example', 'failed', 'Perdu', false, null),
    (1, 'picture', 'https://a.example/1.png', 'a.example', 'failed', 'Trop court', true, null),
    (900, 'sound', 'https://a.example/2.mp3', 'a.example', 'done', '', false, 3)`)
  await db.execute(sql`insert into preview_links (digest, kind, item_id) values ('a', 'episode', 1)`)
  await db.execute(sql`insert into audience_days (day, measure, episode_id, label, count)
    values ('2026-11-20', 'aside', 1, ${"3\tOvercast\tmobile\t\tFR"}, 51), ('2026-11-20', 'aside', 0, '', 51),
      ('2026-11-20', 'imported', 0, 'Acast', 5) on conflict do nothing`)
  await db.execute(sql`insert into settings (name, value) values
    ('podcast.name', '"Ancien nom"'), ('feed.hub', '"https://hub.exemple.test/"'), ('embeds.sites', '"exemple.fr"'), ('mail.smtpPort', '2525'),
    ('returns.imapPort', '1143'), ('automatic.digestHour', '7'),
    ('retention.logMonths', '12'), ('updates.address', '"https://exemple.test/autre"'), ('audience.excluded', '"192.0.2.1"'), ('file-copying', '{"isOn": true}'),
    ('feed.newAddress', '"https://a.example/flux"')`)
  await refreshSiteSettings()
  return victim
}

/** What changes by being there. */
const PARTLY = ["users", "sessions", "accounts", "mails", "audit_log", "secrets"]

/** Everything that a write of the back office could change. */
export async function everythingManaged() {
  const wholly = Object.keys(TABLES).filter((name) => TABLES[name]?.isCopied && !PARTLY.includes(name))
  const all = wholly.map((name) =>
    sql.raw(`(select jsonb_agg(t order by t::text) from ${name} t) as ${name}`),
  )
  const { rows } = await db.execute(sql`
    select ${sql.join(all, sql`, `)},
      (select jsonb_agg(jsonb_build_object('email', email, 'role', role) order by id) from users) as users,
      (select jsonb_agg(id) from sessions where id = 'victim') as sessions,
      (select jsonb_agg(m order by id) from mails m where m.text = 'Texte') as mails,
      (select jsonb_agg(l.changes) from audit_log l where action = 'replace') as replacements`)
  return JSON.stringify(rows)
}
