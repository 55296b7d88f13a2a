import type { RetentionPreview, RetentionRule } from '@lathe/contract'
import { deleteOldIncidents } from '../alerts/incidents.store.ts'
import type { Db } from '../../platform/db/db.ts'
import { deleteTraces } from '../store/delete-trace.ts'
import {
  countExpired,
  findCutoff,
  listExpired,
  pruneRememberedTraces,
  type RetentionCursor,
} from './expired-traces.store.ts'
import { ageCutoff, listWorkspacesWithRules, readRules } from './retention.store.ts'
import type { Log } from '../../platform/log.ts'

const DELETE_BATCH_SIZE = 200
/** Kept traces are read once per this many candidates. */
const LIST_BATCH_SIZE = 2_000

type Options = { now?: number; signal?: AbortSignal | undefined }
type ApplyOptions = Options & {
  /** Number of deleted trace ids to remember. */
  maxRemembered?: number
}

/** Returns what each rule would delete now. */
export async function previewRetention(
  db: Db,
  workspaceId: string,
  rules: readonly RetentionRule[],
  { now = Date.now() * 1_000 }: Options = {},
): Promise<RetentionPreview> {
  const scope = { db, workspaceId, now }
  const preview: RetentionPreview = []
  for (const rule of rules) {
    const cutoff = await findCutoff(scope, rule)
    preview.push({ rule, ...(await countExpired(scope, rule, cutoff ?? 0)) })
  }
  return preview
}

/** Deletes incidents and traces by the rules, in small batches. Returns the number of traces. */
export async function applyRetention(
  db: Db,
  workspaceId: string,
  rules: readonly RetentionRule[],
  { now = Date.now() * 1_000, signal, maxRemembered }: ApplyOptions = {},
): Promise<number> {
  const scope = { db, workspaceId, now }
  let deleted = 0
  for (const rule of rules) {
    const incidentCutoff = ageCutoff(rule, now)
    // Alerts cover traces of all projects.
    if (rule.project === null && incidentCutoff !== undefined) {
      await deleteOldIncidents(db, workspaceId, incidentCutoff)
    }
    const cutoff = await findCutoff(scope, rule)
    if (cutoff === undefined) continue
    let after: RetentionCursor | undefined
    for (;;) {
      const expired = await listExpired(scope, rule, cutoff, { after, limit: LIST_BATCH_SIZE })
      for (let from = 0; from < expired.length; from += DELETE_BATCH_SIZE) {
        if (signal?.aborted) return deleted
        const ids = expired.slice(from, from + DELETE_BATCH_SIZE).map(({ id }) => id)
        deleted += await deleteTraces(db, workspaceId, ids, { isExpired: true })
      }
      const last = expired.at(-1)
      if (!last || expired.length < LIST_BATCH_SIZE) break
      after = { storedAt: last.stored_at, id: last.id }
    }
  }
  if (deleted > 0) await pruneRememberedTraces(db, workspaceId, maxRemembered)
  return deleted
}

/** Applies the retention rules of every workspace. */
export async function retain(db: Db, log: Pick<Log, 'info'>, signal: AbortSignal): Promise<void> {
  for (const workspaceId of await listWorkspacesWithRules(db)) {
    const rules = await readRules(db, workspaceId)
    const deleted = await applyRetention(db, workspaceId, rules, { signal })
    if (deleted > 0) log.info({ workspaceId, deleted }, 'traces were deleted by retention')
  }
}
