/** How much of everything there is to be. */
export type Sizes = {
  episodes: number
  comments: number
  /** How many of the comments (and, by a tenth, of the likes) the newest episode has. */
  busiest: number
  likes: number
  /** News, articles, pages, subscribers, messages, mails; and twice as many people. */
  others: number
  /** Rows of the log. */
  deeds: number
}

/** In every text in ten, or so: its counterpart for searches is `RARE_WORD`. */
export const FREQUENT_WORD = "musique"
/** In three episodes, three comments and so on, however many there are. */
export const RARE_WORD = "xylophone"

const WORDS =
  "musique rap culture quartier scène parole texte disque invité table micro voix ring respect mémoire histoire " +
  "famille banlieue ville nuit concert album flow plume punchline beat freestyle danse graffiti théâtre cinéma " +
  "livre école justice travail amour colère joie liberté exil langue accent racine futur passé présent combat " +
  "victoire défaite silence bruit lumière ombre route départ retour jeunesse sagesse doute question réponse " +
  "conversation rencontre public salle studio radio podcast épisode émission merci bravo écoute partage vérité"

const SEARCHED = [
  { kind: "episode", table: "episodes", day: "published_at" },
  { kind: "news", table: "news", day: "published_at" },
  { kind: "post", table: "blog_posts", day: "published_at" },
  { kind: "page", table: "custom_pages", day: "created_at" },
  { kind: "letter", table: "letters", day: "published_at" },
]

/** Statements that fill an empty, migrated database, as evenly and as unevenly as years of use would. */
export function seedStatements({ episodes, comments, busiest, likes, others, deeds }: Sizes) {
  const rows = (count: number) => `generate_series(1, ${count}) n`
  const rare = `case when n % greatest(1, @count / 3) = 0 then ' ${RARE_WORD}' else '' end`
  const text = (count: number, sentences: number) =>
    Array.from(
      { length: sentences },
      (_, index) => `pool[1 + (n * ${7 + 12 * index} + ${index}) % 400]`,
    ).join(` || ' ' || `) + ` || ${rare.replace("@count", String(count))}`
  const from = (count: number) => `from ${rows(count)}, (select array_agg(sentence) as pool from sentences) p`
  const age = (count: number, unit = "hours") => `now() - (${count} - n + 1) * interval '1 ${unit}'`

  return [
    `select setseed(0.42)`,
    // Built once, when all is in.
    `create temporary table left_indexes as select indexname as name, indexdef as definition from pg_indexes
       where schemaname = 'public' and not exists (select from pg_constraint where conname = indexname)`,
    executed(`format('drop index %I', name)`),
    ...SEARCHED.map(({ table }) => `alter table ${table} disable trigger ${table}_index`),
    `create temporary table sentences as
       select string_agg(words[1 + floor(power(random(), 2) * array_length(words, 1))::int], ' ') || ' ' || md5(s::text) as sentence
       from generate_series(1, 400) s, generate_series(1, 14) w, (select string_to_array('${WORDS}', ' ') as words) v
       group by s`,
    `insert into episodes (title, guest, description, youtube_url, thumbnail_url, is_published, published_at,
         audio_url, duration_seconds, number)
       select 'Round ' || n || ' : ' || left(${text(episodes, 1)}, 60) || ${rare.replace("@count", String(episodes))},
         'Invité ' || md5(n::text), repeat(${text(episodes, 4)} || E'\\n\\n', 6),
         'https://www.youtube.com/watch?v=' || left(md5(n::text), 11), '/starter/episode-01.webp', n % 20 <> 0,
         ${age(episodes)}, 'https://example.org/' || n || '.mp3', 3600, n
       ${from(episodes)}`,
    `insert into guests (slug, name, role)
       select 'invite-' || n, 'Invité ' || md5(n::text), 'Rappeur' from ${rows(Math.ceil(episodes / 2))}`,
    // Each episode has one; the first guest came to every tenth, too.
    `insert into episode_guests (episode_id, guest_id, position) select n, 1 + n / 2, 0 from ${rows(episodes - 1)}`,
    `insert into episode_guests (episode_id, guest_id, position)
       select n, 1, 1 from ${rows(episodes - 1)} where n % 10 = 0`,
    `update episode_counts set views = floor(power(random(), 6) * 100000)::int`,
    `insert into comments (episode_id, author_name, author_email, content, created_at, status)
       select case when n <= ${busiest} then ${episodes - 1} else 1 + floor(power(random(), 2) * ${episodes - 1})::int end,
         'Personne ' || n % 50000, 'personne-' || n % 50000 || '@example.org', ${text(comments, 2)} || ' ' || n,
         now() - power(random(), 2) * interval '3 years',
         case when n % 40 = 0 then 'pending' when n % 40 = 1 then 'hidden' else 'visible' end
       ${from(comments)}`,
    `insert into likes (episode_id, session_id)
       select case when n <= ${busiest / 10} then ${episodes - 1} else 1 + floor(random() * ${episodes - 1})::int end,
         'session_' || n || '_' || md5(n::text) from ${rows(likes)}`,
    `insert into users (id, email, email_verified, role, created_at)
       select 'personne-' || n, 'compte-' || n || '-' || md5(n::text) || '@example.org', true, 'user', ${age(2 * others)}
       from ${rows(2 * others)}`,
    `insert into news (title, content, media_type, media_url, category, is_published, published_at, created_at)
       select 'Actualité ' || n || ' : ' || left(${text(others, 1)}, 60) || ${rare.replace("@count", String(others))},
         ${text(others, 6)}, case when n % 10 = 0 then 'image' when n % 10 = 5 then 'video' else 'article' end,
         case when n % 5 in (0) then '/starter/news-bell.webp' end,
         (array['cko-news', 'music', 'event', 'interview', 'culture'])[1 + n % 5], n % 20 <> 0, ${age(others)}, ${age(others)}
       ${from(others)}`,
    `insert into blog_posts (slug, title, excerpt, content, is_published, published_at, created_at, author_id)
       select 'article-' || n, 'Article ' || n || ' : ' || left(${text(others, 1)}, 60), ${text(others, 2)},
         repeat(${text(others, 6)} || E'\\n\\n', 6), n % 20 <> 0, ${age(others)}, ${age(others)},
         case when n % 2 = 0 then 'personne-' || n end
       ${from(others)}`,
    `insert into custom_pages (slug, title, content, is_published, created_at)
       select 'page-' || n, 'Page ' || n, ${text(others, 6)}, true, ${age(others)} ${from(others)}`,
    `insert into newsletter_subscribers (name, email, created_at, consented_at, consent_origin, confirmed_at, unsubscribed_at)
       select 'Personne ' || n, 'abonne-' || n || '@example.org', ${age(others)}, ${age(others)}, 'comment',
         case when n % 10 <> 0 then ${age(others)} end, case when n % 20 = 0 then now() end
       from ${rows(others)}`,
    `insert into levels (name, rank) select 'Palier ' || n, n from generate_series(1, 3) n`,
    `insert into supporters (email, name, level_id, until)
       select 'soutien-' || n || '@example.org', 'Personne ' || n, case when n % 5 > 0 then 1 + n % 3 end,
         case when n % 4 > 0 then current_date - 400 + n % 800 end
       from ${rows(others)}`,
    `insert into payments (service, key, email, name, paid_on, state)
       select 'kofi', n, 'soutien-' || n || '@example.org', 'Personne ' || n, current_date - n % 30,
         case when n % 500 = 0 then 'waiting' else 'applied' end
       from ${rows(others)}`,
    `insert into supporter_networks (supporter_id, day, network)
       select id, current_date - d, n from supporters, generate_series(0, 6) d, generate_series(1, 2) n where id % 10 = 0`,
    `insert into letters (title, content, state, published_at, addressed_at, ended_at, created_at)
       select 'Lettre ' || n || ' : ' || left(${text(others, 1)}, 60), ${text(others, 6)}, 'sent',
         ${age(others)}, ${age(others)}, ${age(others)}, ${age(others)}
       ${from(others)}`,
    // The first one to everybody, the others to one each.
    `insert into letter_recipients (letter_id, subscriber_id, state, ended_at)
       select case when n <= ${others} then 1 else 2 + n % (${others} - 1) end, 1 + n % ${others},
         case when n % 50 = 0 then 'refused' else 'sent' end, ${age(2 * others)}
       from ${rows(2 * others)}`,
    `insert into contact_messages (name, email, subject, message, created_at, read_at, archived_at)
       select 'Personne ' || n, 'personne-' || n || '@example.org', left(${text(others, 1)}, 100), ${text(others, 2)}, ${age(others)},
         case when n % 10 <> 0 then now() end, case when n % 2 = 0 and n % 10 <> 0 then now() end
       ${from(others)}`,
    `insert into mails (recipient, subject, text, due_at)
       select 'personne-' || n || '@example.org', 'Bienvenue', ${text(others, 2)}, now() + interval '1 day' ${from(others)}`,
    `insert into sessions (id, token, user_id, expires_at)
       select n, md5(n::text), 'personne-' || n, now() + interval '30 days' from ${rows(others)}`,
    // Most of it by the site itself and two admins; somebody left long ago, with few rows.
    `insert into audit_log (at, actor, actor_id, actor_role, action, kind, item_id, title, changes, addresses)
       select ${age(deeds, "minutes")}, actor, nullif(actor, 'lecture automatique du flux'), case when actor like 'admin%' then 'admin' end,
         case when kind = 'session' then 'sign-in' else 'update' end, kind, (1 + n % ${episodes})::text,
         case when kind = 'user' then 'personne-' || n % 1000 || '@example.org' else 'Un titre ' || n end,
         jsonb_build_object('title', jsonb_build_array(${text(deeds, 1)}, ${text(deeds, 1)})),
         case when kind = 'user' then array['personne-' || n % 1000 || '@example.org'] else '{}' end
       from (select n, pool, case when n <= 20 then 'parti@example.org' when n % 10 < 4 then 'lecture automatique du flux'
           when n % 10 < 7 then 'admin-' || n % 2 || '@example.org' else 'compte-' || n % ${others} || '@example.org' end as actor,
         case when n % 10 < 7 then case when n % 100 = 1 then 'user' when n % 1000 = 5 then 'ban' else 'episode' end
           else 'session' end as kind ${from(deeds)}) d`,
    ...SEARCHED.flatMap(({ kind, table, day }) => [
      `alter table ${table} enable trigger ${table}_index`,
      // As if they had no words: what the index of the search costs is measured by itself.
      `insert into search_documents (kind, item_id, published_at, title, names, title_words, words)
         select '${kind}', id, ${day}, '', '', '', '' from ${table} where is_published`,
    ]),
    executed("definition"),
    `drop table sentences, left_indexes`,
    `vacuum analyze`,
  ]
}

/** Runs the statements that an expression on each of the indexes left away makes. */
function executed(statement: string) {
  return `do $$ begin execute (select string_agg(${statement}, ';') from left_indexes); end $$`
}
