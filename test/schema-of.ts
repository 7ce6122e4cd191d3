import { runOn } from "./server-database.ts"

/** Columns (in whatever order), constraints, indexes, triggers and functions, each with its definition. */
export async function schemaOf(databaseUrl: string) {
  const rows = await runOn<{ line: string }>(
    databaseUrl,
    `with ours as (select oid, relname, relkind, reloptions from pg_class where relnamespace = 'public'::regnamespace)
    select concat_ws(' ', relname, relkind, reloptions::text) as line from ours
    union all select concat_ws(' ', relname, attname, format_type(atttypid, atttypmod), attnotnull, attgenerated, attidentity,
      pg_get_expr(adbin, adrelid)) from pg_attribute join ours on ours.oid = attrelid
      left join pg_attrdef on adrelid = attrelid and adnum = attnum where relkind in ('r', 'v') and attnum > 0 and not attisdropped
    union all select concat_ws(' ', conrelid::regclass::text, conname, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = 'public'::regnamespace and contype <> 'n'
    union all select pg_get_indexdef(indexrelid) from pg_index join ours on ours.oid = indrelid
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select pg_get_viewdef(oid) from ours where relkind = 'v'
    union all select pg_get_functiondef(oid) from pg_proc p where pronamespace = 'public'::regnamespace and prokind = 'f'
      and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
    order by 1`,
  )
  // A dump says in other parentheses what a trigger waits for.
  return rows.map(({ line }) => line.replaceAll(/[()]/g, ""))
}
