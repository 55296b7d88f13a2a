import { EventEmitter } from 'node:events'
import { sql } from 'kysely'
import { claimRuns } from '../claim-runs.ts'
import type { Queries } from '../db.ts'
import { likeLiteral, type Portable } from '../portable.ts'

/** One process and one writer: listeners are in this process, and a transaction excludes the rest. */
export function sqlitePortable(db: Queries): Portable {
  const emitter = new EventEmitter()
  emitter.setMaxListeners(0)

  return {
    claimRuns: (claim) => claimRuns(db, claim, false),

    contains: (column, text) => sql`${column} like ${likeLiteral(text)} escape '\\'`,

    addHistograms: (a, b) => sql`(
      select json_group_object(key, total) from (
        select key, sum(value) as total from (
          select key, value from json_each(${a}) union all select key, value from json_each(${b})
        ) group by key
      )
    )`,

    lockKeys: async () => {},

    notify: async (channel, id) => {
      emitter.emit(channel, id)
    },

    listen: async (channel, listener) => {
      emitter.on(channel, listener)
      return () => emitter.off(channel, listener)
    },
  }
}
