import { foldText } from '@lathe/contract'
import { type Expression, sql } from 'kysely'
import { now } from '../../time.ts'
import { claimRuns, hasLimitedAgents } from '../claim-runs.ts'
import type { Queries } from '../db.ts'
import { likeLiteral, likePattern, type Portable } from '../portable.ts'
import { postgresChunks, type VectorSchema } from './chunks.ts'
import type { Notifications } from './notifications.ts'

export function postgresPortable(
  db: Queries,
  notifications: Notifications,
  vectors: VectorSchema,
): Portable {
  const portable = { ...withoutClaims(db, notifications), ...postgresChunks(vectors) }
  return {
    ...portable,
    claimRuns: async (claim) =>
      (await hasLimitedAgents(db))
        ? portable.exclusively(['claim runs'], (queries) =>
            // Waiting for the lock takes time, and the claimed runs start afterwards.
            claimRuns(queries, { ...claim, now: now() }, true),
          )
        : claimRuns(db, claim, true),
  }
}

/** Postgres rejects JSON with a NUL or an unpaired surrogate. */
const sortableText = (column: Expression<string>) =>
  sql`regexp_replace(${column}, '\\\\u(0000|d[89a-f]..)', '\\\\ufffd', 'g')::json`

/** The combining marks that `foldText` removes. */
const ACCENTS = sql.lit('[\u0300-\u036f]')

const EMPTY = sql.lit('{}')

type Rest = Omit<Portable, 'claimRuns' | keyof ReturnType<typeof postgresChunks>>

const withoutClaims = (db: Queries, notifications: Notifications): Rest => ({
  contains: (column, text) => sql`${column} ilike ${likeLiteral(text)} escape '\\'`,

  matchesText: (column, text) =>
    sql`normalize(regexp_replace(normalize(lower(${column}), NFD), ${ACCENTS}, '', 'g'), NFC)
      like ${likeLiteral(foldText(text))} escape '\\'`,

  decodeText: (column) => sql`convert_from(${column}, 'UTF8')`,

  // Postgres blocks are uncompressed, after one byte that names the format.
  joinBlocks: ({ workspaceId, threadId, blocks }) => sql`(
    select string_agg(convert_from(substring(v.data from 2), 'UTF8'), '' order by item.place)
    from json_array_elements_text(${blocks}::json) with ordinality as item(hash, place)
      join value_blocks v on v.workspace_id = ${workspaceId} and v.thread_id = ${threadId}
        and v.hash = item.hash collate "C"
  )`,

  jsonField: (column, name) => sql`${sortableText(column)} ->> ${name}`,

  matchesPattern: (column, pattern) => sql`${column} ilike ${likePattern(pattern)} escape '\\'`,

  isOneOf: (column, values) => sql`${column} = any(${[...values]}::text[])`,

  valueRows: (values, name) => sql`unnest(${[...values]}::text[]) as ${sql.id(name)}(value)`,

  jsonItems: (column, list, name) =>
    sql`json_array_elements(${sortableText(column)} -> ${list}) as ${sql.id(name)}(value)`,

  isOnePair: ([a, b], pairs) =>
    sql`(${a}, ${b}) in (select * from unnest(
      ${pairs.map(([first]) => first)}::text[], ${pairs.map(([, second]) => second)}::text[]
    ))`,

  addHistograms: (a, b) => sql`case ${EMPTY}
    when ${a} then ${b}
    when ${b} then ${a}
    else (
      select json_object_agg(key, total)::text from (
        select key, sum(value::bigint) as total from (
          select * from json_each_text(${a}::json) union all select * from json_each_text(${b}::json)
        ) buckets group by key
      ) totals
    ) end`,

  exclusively: (keys, work) =>
    db.transaction().execute(async (transaction) => {
      // Lock in one order, so that two processes do not deadlock.
      const ordered = [...new Set(keys)].sort()
      await sql`select pg_advisory_xact_lock(hashtextextended(key, 0))
        from unnest(${ordered}::text[]) with ordinality as keys(key, place)
        order by place`.execute(transaction)
      return await work(transaction)
    }),

  holding: (key, mode) => {
    const lock = mode === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared'
    const query = sql`select ${sql.raw(lock)}(hashtextextended(${key}, 0))`.compile(db)
    return [{ query, rows: [query.parameters] }]
  },

  notify: async (channel, id) => {
    await sql`select pg_notify(current_schema() || '.' || ${channel}, ${id})`.execute(db)
  },

  listen: (channel, listener) => notifications.listen(channel, listener),
})
