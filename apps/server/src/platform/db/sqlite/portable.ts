import { EventEmitter } from 'node:events'
import { foldText } from '@lathe/contract'
import { sql } from 'kysely'
import { claimRuns } from '../claim-runs.ts'
import { KeyedLocks } from '../keyed-locks.ts'
import type { Queries } from '../db.ts'
import { likeLiteral, likePattern, type Portable } from '../portable.ts'
import { sqliteChunks } from './chunks.ts'

/** Listeners and locks stay in memory because SQLite has one process. */
export function sqlitePortable(db: Queries): Portable {
  const emitter = new EventEmitter()
  emitter.setMaxListeners(0)
  const locks = new KeyedLocks()

  return {
    ...sqliteChunks,
    claimRuns: (claim) => claimRuns(db, claim, false),

    contains: (column, text) => sql`${column} like ${likeLiteral(text)} escape '\\'`,

    matchesText: (column, text) =>
      sql`fold_text(${column}) like ${likeLiteral(foldText(text))} escape '\\'`,

    decodeText: (column) => sql`cast(${column} as text)`,

    joinBlocks: ({ workspaceId, threadId, blocks }) => sql`(
      select group_concat(unpacked_text(v.data), '' order by item.key)
      from json_each(${blocks}) as item join value_blocks v
        on v.workspace_id = ${workspaceId} and v.thread_id = ${threadId} and v.hash = item.value
    )`,

    jsonField: (column, name) => sql`${column} ->> ${name}`,

    matchesPattern: (column, pattern) => sql`${column} like ${likePattern(pattern)} escape '\\'`,

    isOneOf: (column, values) =>
      sql`${column} in (select value from json_each(${JSON.stringify(values)}))`,

    valueRows: (values, name) => sql`json_each(${JSON.stringify(values)}) as ${sql.id(name)}`,

    jsonItems: (column, list, name) => sql`json_each(${column}, ${`$.${list}`}) as ${sql.id(name)}`,

    isOnePair: ([a, b], pairs) =>
      sql`(${a}, ${b}) in (
        select value ->> 0, value ->> 1 from json_each(${JSON.stringify(pairs)})
      )`,

    addHistograms: (a, b) => sql`add_histograms(${a}, ${b})`,

    exclusively: (keys, work) => locks.hold(keys, () => work(db)),

    holding: () => [],

    notify: async (channel, id) => {
      emitter.emit(channel, id)
    },

    listen: async (channel, listener) => {
      emitter.on(channel, listener)
      return () => emitter.off(channel, listener)
    },
  }
}
