import type { RetentionPreview, RetentionRule } from '@lathe/contract'
import { deleteOldIncidents } from '../alerts/forget-firings.store.ts'
import type { Db } from '../../platform/db/db.ts'
import { deleteTraces } from '../store/delete-trace.ts'
import { forgetExpired } from './forget-expired.store.ts'
import { countExpired, cutoffOf, listExpired, type Place } from './expired-traces.store.ts'
import { oldestKept } from './retention.store.ts'

const BATCH = 200
/** Kept traces are read once per this many candidates. */
const LOOKED_UP = 2_000

type Options = { now?: number; signal?: AbortSignal | undefined }
type Applying = Options & {
  /** Number of deleted trace ids to remember. */
  remembered?: number
}

/** Returns what each rule would delete now. */
export async function previewRetention(
  db: Db,
  workspaceId: string,
  rules: readonly RetentionRule[],
  { now = Date.now() * 1_000 }: Options = {},
): Promise<RetentionPreview> {
  const looking = { db, workspaceId, now }
  const preview: RetentionPreview = []
  for (const rule of rules) {
    const cutoff = await cutoffOf(looking, rule)
    preview.push({ rule, ...(await countExpired(looking, rule, cutoff ?? 0)) })
  }
  return preview
}

/** Deletes incidents and traces by the rules, in small batches. Returns the number of traces. */
export async function applyRetention(
  db: Db,
  workspaceId: string,
  rules: readonly RetentionRule[],
  { now = Date.now() * 1_000, signal, remembered }: Applying = {},
): Promise<number> {
  const looking = { db, workspaceId, now }
  let deleted = 0
  for (const rule of rules) {
    const oldest = oldestKept(rule, now)
    // Alerts cover traces of all projects.
    if (rule.project === null && oldest !== undefined) {
      await deleteOldIncidents(db, workspaceId, oldest)
    }
    const cutoff = await cutoffOf(looking, rule)
    if (cutoff === undefined) continue
    let after: Place | undefined
    for (;;) {
      const expired = await listExpired(looking, rule, cutoff, { after, limit: LOOKED_UP })
      for (let from = 0; from < expired.length; from += BATCH) {
        if (signal?.aborted) return deleted
        const ids = expired.slice(from, from + BATCH).map(({ id }) => id)
        deleted += await deleteTraces(db, workspaceId, ids, { isExpired: true })
      }
      const last = expired.at(-1)
      if (!last || expired.length < LOOKED_UP) break
      after = { storedAt: last.stored_at, id: last.id }
    }
  }
  if (deleted > 0) await forgetExpired(db, workspaceId, remembered)
  return deleted
}
