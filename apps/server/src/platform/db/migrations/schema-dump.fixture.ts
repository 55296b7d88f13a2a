import { sql } from 'kysely'
import type { Db } from '../db.ts'

type Rows = Record<string, unknown>[]

/** Describes every table, index, trigger and function, in an order that depends on their names only. */
export const dumpSchema = async (db: Db): Promise<Record<string, Rows>> =>
  db.engine === 'sqlite' ? await dumpSqlite(db) : await dumpPostgres(db)

async function dumpSqlite(db: Db): Promise<Record<string, Rows>> {
  const read = async (query: string): Promise<Rows> => {
    const { rows } = await sql.raw<Record<string, unknown>>(query).execute(db)
    return rows.map((row) => ({ ...row, ...('sql' in row && { sql: normalise(row['sql']) }) }))
  }
  return {
    tables: await read(`select name, type, wr, strict from pragma_table_list
      where schema = 'main' and name not like 'sqlite_%' order by name`),
    columns:
      await read(`select t.name as "table", c.* from pragma_table_list as t, pragma_table_xinfo(t.name) as c
      where t.schema = 'main' and t.name not like 'sqlite_%' order by t.name, c.cid`),
    foreignKeys:
      await read(`select t.name as "table", f.* from pragma_table_list as t, pragma_foreign_key_list(t.name) as f
      where t.schema = 'main' order by t.name, f."from"`),
    indexes:
      await read(`select t.name as "table", i.name, i."unique", i.origin, i.partial, c.seqno, c.name as "column",
        c."desc", c.coll, c."key", (select sql from sqlite_master where name = i.name) as sql
      from pragma_table_list as t, pragma_index_list(t.name) as i, pragma_index_xinfo(i.name) as c
      where t.schema = 'main' order by t.name, i.name, c.seqno`),
    others: await read(`select type, name, sql from sqlite_master
      where type in ('trigger', 'view') or sql like 'create virtual%' or sql like '%autoincrement%' order by name`),
  }
}

async function dumpPostgres(db: Db): Promise<Record<string, Rows>> {
  const read = async (query: string): Promise<Rows> =>
    (await sql.raw<Record<string, unknown>>(query).execute(db)).rows
  const schema = 'current_schema()::regnamespace'
  return {
    columns: await read(`select c.relname, a.attname, format_type(a.atttypid, a.atttypmod) as type,
        row_number() over (partition by c.oid order by a.attnum)::int as place, a.attcollation::regcollation::text,
        a.attnotnull, a.attidentity, pg_get_expr(d.adbin, d.adrelid) as value
      from pg_class as c join pg_attribute as a on a.attrelid = c.oid
        left join pg_attrdef as d on d.adrelid = c.oid and d.adnum = a.attnum
      where c.relnamespace = ${schema} and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      order by c.relname, a.attnum`),
    options: await read(`select relname, relkind::text, reloptions::text from pg_class
      where relnamespace = ${schema} and relkind <> 't' order by relname`),
    // Postgres 18 also lists NOT NULL constraints, whose names depend on the history of the table.
    constraints:
      await read(`select conrelid::regclass::text as "table", conname, pg_get_constraintdef(oid) as definition
      from pg_constraint where connamespace = ${schema} and contype <> 'n' order by 1, 2`),
    indexes: await read(`select indexname, indexdef from pg_indexes
      where schemaname = current_schema() order by indexname`),
    triggers: await read(`select tgname, pg_get_triggerdef(oid) as definition from pg_trigger
      where not tgisinternal order by tgname`),
    functions: await read(
      `select proname, prosrc from pg_proc where pronamespace = ${schema} order by proname`,
    ),
  }
}

/** SQL as it is compared: SQLite keeps quotes and line breaks of a statement. */
const normalise = (text: unknown): string | null =>
  typeof text === 'string'
    ? text
        .replaceAll('"', '')
        .replaceAll(/\s+/g, ' ')
        .replaceAll(/([(]) | ([)])/g, '$1$2')
        .toLowerCase()
    : null
