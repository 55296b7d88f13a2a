import type { Db } from '../../db/db.ts'
import type { Log } from '../../log.ts'
import { applyRetention } from './apply-retention.ts'
import { listWorkspacesWithRules, readRules } from './retention.store.ts'

const HOUR_MS = 3_600_000
const FIRST_MS = 60_000

/** Looks after the rules of every workspace each hour, the first time soon after the start. */
export function startRetention(db: Db, log: Pick<Log, 'error' | 'info'>) {
  const stop = new AbortController()
  let working = Promise.resolve()
  const work = async () => {
    for (const workspaceId of await listWorkspacesWithRules(db)) {
      const rules = await readRules(db, workspaceId)
      const deleted = await applyRetention(db, workspaceId, rules, { signal: stop.signal })
      if (deleted > 0) log.info({ workspaceId, deleted }, 'traces were kept long enough')
    }
  }
  const start = () => {
    working = working
      .then(work)
      .catch((error: unknown) => log.error({ err: error }, 'retention failed'))
  }
  const first = setTimeout(start, FIRST_MS).unref()
  const hourly = setInterval(start, HOUR_MS).unref()
  return {
    async drain() {
      stop.abort()
      clearTimeout(first)
      clearInterval(hourly)
      await working
    },
  }
}
