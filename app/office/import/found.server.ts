import { sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { users } from "#app/db/schema/accounts.server.ts"
import { titleKey } from "#app/db/schema/columns.server.ts"
import { episodes, feedItems } from "#app/db/schema/content.server.ts"
import { guests } from "#app/db/schema/guests.server.ts"
import { importedThings, importThings } from "#app/db/schema/imports.server.ts"
import { type ImportFindings, TEXT_TYPES, type TextType } from "#app/kit/lib/imports.ts"
import type { Role } from "#app/kit/lib/roles.ts"
import { isSiteEmpty } from "./archive/is-site-empty.server.ts"
import { findParts } from "./parts/match-parts.server.ts"
import { VERSIONS } from "./targets.server.ts"

/** Of each list, for the host to look at. */
const SHOWN = 100
const TITLES = 5

/** A text's type here: one with a sound is an episode. */
export const typeOfText = sql`case when thing -> 'sound' <> 'null' then 'episode' else thing ->> 'type' end`

/** What an import's files tell of, and what of that is here already. @param source the other site's address */
export async function findThings(importId: number, source: string): Promise<ImportFindings> {
  const things = (kind: string) =>
    sql`${importThings} t where t.import_id = ${importId} and t.kind = ${sql.raw(`'${kind}'`)}`
  const [
    site,
    texts,
    titles,
    comments,
    files,
    categories,
    authors,
    losses,
    accounts,
    parts,
    archive,
    people,
    others,
  ] = await Promise.all([
    db.execute<{ title: string }>(sql`select thing ->> 'title' as title from ${things("site")} limit 1`),
    db.execute<TextRow>(sql`
      select ${typeOfText} as type, count(*)::int as count,
        count(*) filter (where thing ->> 'state' = 'published')::int as published,
        count(*) filter (where i.row_id is not null or f.guid is not null or e.guid is not null)::int as known,
        count(*) filter (where i.digest <> t.digest and v.version = i.version)::int as changed,
        count(*) filter (where i.digest <> t.digest and v.version <> i.version)::int as edited
      from ${importThings} t
        left join ${importedThings} i on i.source = ${source} and i.kind = 'text' and i.source_id = t.source_id
        left join ${VERSIONS} v on v.target = i.target and v.id = i.row_id
        left join ${feedItems} f on f.guid = thing -> 'sound' ->> 'guid'
        left join ${episodes} e on e.guid = thing -> 'sound' ->> 'guid'
      where t.import_id = ${importId} and t.kind = 'text' group by 1`),
    db.execute<{ type: TextType; title: string }>(sql`
      select type, title from (
        select ${typeOfText} as type, thing ->> 'title' as title,
          row_number() over (partition by ${typeOfText} order by thing ->> 'publishedAt' desc nulls last, position) as place
        from ${things("text")}) ranked where place <= ${TITLES} order by place`),
    db.execute<{ count: number; onEpisodes: number }>(sql`
      select count(*)::int as count, count(*) filter (where o.thing -> 'sound' <> 'null')::int as "onEpisodes"
      from ${importThings} t left join ${importThings} o
        on o.import_id = t.import_id and o.kind = 'text' and o.source_id = t.thing ->> 'of'
      where t.import_id = ${importId} and t.kind = 'comment'`),
    db.execute<{ count: number }>(sql`select count(*)::int as count from ${things("file")}`),
    db.execute<{ id: string; name: string; count: number }>(sql`
      select used.id, coalesce(c.thing ->> 'name', used.id) as name, used.count from (
        select category as id, count(*)::int as count
        from ${importThings} t, jsonb_array_elements_text(thing -> 'categories') category
        where t.import_id = ${importId} and t.kind = 'text' and thing -> 'sound' = 'null' and thing ->> 'type' = 'post'
        group by category) used
      left join ${importThings} c on c.import_id = ${importId} and c.kind = 'category' and c.source_id = used.id
      order by used.count desc, used.id limit ${SHOWN}`),
    db.execute<{ name: string; hasAccount: boolean }>(sql`
      select thing ->> 'name' as name, u.id is not null as "hasAccount"
      from ${importThings} t left join ${users} u on lower(u.email) = lower(thing ->> 'email')
      where t.import_id = ${importId} and t.kind = 'author'
        and exists (select from ${importThings} o where o.import_id = t.import_id and o.kind = 'text'
          and o.thing ->> 'author' = t.source_id)
      order by 1 limit ${SHOWN}`),
    findLosses(importId),
    countAccounts(importId),
    findParts(db, importId),
    findArchive(importId),
    findGuests(importId, source),
    db.execute<{ likes: number; redirects: number }>(sql`
        select count(*) filter (where kind = 'like')::int as likes, count(*) filter (where kind = 'redirect')::int as redirects
        from ${importThings} where import_id = ${importId} and kind in ('like', 'redirect')`),
  ])
  const found = Object.fromEntries(
    TEXT_TYPES.map((type) => {
      const { type: _, ...row } = texts.rows.find((one) => one.type === type) ?? { ...NONE, type }
      const those = titles.rows.filter((one) => one.type === type)
      return [type, { ...row, titles: those.map(({ title }) => title) }]
    }),
  ) as ImportFindings["texts"]
  return {
    title: site.rows[0]?.title ?? "",
    texts: found,
    comments: comments.rows[0] ?? { count: 0, onEpisodes: 0 },
    files: files.rows[0]?.count ?? 0,
    categories: categories.rows,
    authors: authors.rows,
    losses,
    accounts,
    ...others.rows[0],
    ...(people && { guests: people }),
    ...(parts && { parts }),
    ...(archive && { archive }),
  }
}

/** Who is here already: of an earlier import, by slug or by name. */
async function findGuests(importId: number, source: string): Promise<ImportFindings["guests"]> {
  const { rows } = await db.execute<{ count: number; known: number }>(sql`
    select count(*)::int as count, count(*) filter (where
      exists (select from ${importedThings} i where i.source = ${source} and i.kind = 'guest' and i.source_id = t.source_id)
      or exists (select from ${guests} where slug = t.thing ->> 'slug')
      or exists (select from ${guests} where ${titleKey(sql`guests.name`)} = md5(title_key(t.thing ->> 'name'))))::int as known
    from ${importThings} t where t.import_id = ${importId} and t.kind = 'guest'`)
  return rows[0]?.count ? rows[0] : undefined
}

/** Whoever has none here yet, by the role that they would have: what another table says of it holds. */
async function countAccounts(importId: number): Promise<Record<Role, number>> {
  const { rows } = await db.execute<{ role: Role; count: number }>(sql`
    select case when role in ('moderator', 'admin') then role else 'user' end as role, count(*)::int as count from (
      select coalesce((select p.thing ->> 'role' from ${importThings} p
          where p.import_id = a.import_id and p.kind = 'profile' and p.thing ->> 'of' = a.source_id and p.thing ->> 'role' <> ''
          order by p.position desc limit 1), a.thing ->> 'role') as role
      from ${importThings} a
      where a.import_id = ${importId} and a.kind = 'account'
        and not exists (select from ${users} where lower(email) = a.thing ->> 'email')) told
    group by 1`)
  const counted = new Map(rows.map(({ role, count }) => [role, count]))
  return {
    user: counted.get("user") ?? 0,
    moderator: counted.get("moderator") ?? 0,
    admin: counted.get("admin") ?? 0,
  }
}

/** Of what this program exported, how many lines there are of each kind. */
async function findArchive(importId: number): Promise<ImportFindings["archive"]> {
  const { rows } = await db.execute<{ shape: string; count: number }>(sql`
    select thing ->> 'shape' as shape, count(*)::int as count from ${importThings}
    where import_id = ${importId} and kind = 'line' group by 1`)
  if (rows.length === 0) return undefined
  const counts = Object.fromEntries(rows.map(({ shape, count }) => [shape, count]))
  return { counts, isHereEmpty: await isSiteEmpty() }
}

type TextRow = { type: TextType } & typeof NONE
const NONE = { count: 0, published: 0, known: 0, changed: 0, edited: 0 }

/** Of whole things, and of parts of texts. */
async function findLosses(importId: number) {
  const { rows } = await db.execute<{ what: string; count: number; examples: string[] }>(sql`
    select what, count(*)::int as count, (array_agg(example))[1:3] as examples from (
      select loss ->> 'what' as what, '« ' || (thing ->> 'title') || ' », ' || (loss ->> 'where') as example
      from ${importThings}, jsonb_array_elements(thing -> 'losses') loss
      where import_id = ${importId} and kind = 'text'
      union all
      select thing ->> 'what', thing ->> 'title' from ${importThings} where import_id = ${importId} and kind = 'loss'
    ) lost group by what order by count desc, what limit ${SHOWN}`)
  return rows
}
