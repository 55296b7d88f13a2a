import type { RetentionPreview, RetentionRule } from '@lathe/contract'
import { sql } from 'kysely'
import { forgetFirings } from '../../alerts/forget-firings.store.ts'
import type { Db } from '../../db/db.ts'
import { deleteTraces } from '../../db/spans/delete-trace.ts'
import { forgetExpired } from './forget-expired.store.ts'
import { cutoffOf, expired, oldestKept } from './retention.store.ts'

const BATCH = 200

type Options = { now?: number; signal?: AbortSignal | undefined }
type Applying = Options & {
  /** How many ids of deleted traces are kept. */
  remembered?: number
}

/** What each rule by itself would delete now. */
export async function previewRetention(
  db: Db,
  workspaceId: string,
  rules: readonly RetentionRule[],
  { now = Date.now() * 1_000 }: Options = {},
): Promise<RetentionPreview> {
  const preview: RetentionPreview = []
  for (const rule of rules) {
    const cutoff = await cutoffOf(db, workspaceId, rule, now)
    const { rows } = await sql<Omit<RetentionPreview[number], 'rule'>>`
      select count(*) as traces, coalesce(sum(span_count), 0) as spans,
        coalesce(sum(bytes), 0) as bytes, max(started_at) as newest
      from traces where ${expired(workspaceId, rule, cutoff ?? 0, now)} and ${isNoLiveRun}`.execute(
      db.analytics,
    )
    const [found] = rows
    preview.push({ rule, ...(found ?? { traces: 0, spans: 0, bytes: 0, newest: null }) })
  }
  return preview
}

/** Deletes what the rules say, firings of alerts and a few traces at a time, and says how many traces it were. */
export async function applyRetention(
  db: Db,
  workspaceId: string,
  rules: readonly RetentionRule[],
  { now = Date.now() * 1_000, signal, remembered }: Applying = {},
): Promise<number> {
  let deleted = 0
  for (const rule of rules) {
    const oldest = oldestKept(rule, now)
    // Alerts look at traces of any project.
    if (rule.project === null && oldest !== undefined) {
      await forgetFirings(db, workspaceId, oldest)
    }
    const cutoff = await cutoffOf(db, workspaceId, rule, now)
    if (cutoff === undefined) continue
    for (;;) {
      if (signal?.aborted) return deleted
      const { rows } = await sql<{ id: string }>`
        select id from traces where ${expired(workspaceId, rule, cutoff, now)} and ${isNoLiveRun}
        order by started_at limit ${BATCH}`.execute(db)
      if (rows.length === 0) break
      deleted += await deleteTraces(
        db,
        workspaceId,
        rows.map(({ id }) => id),
        { isExpired: true },
      )
    }
  }
  if (deleted > 0) await forgetExpired(db, workspaceId, remembered)
  return deleted
}

/** Runs that wait or work, or that are being stored right now, still add to their traces. */
const isNoLiveRun = sql`not exists (select 1 from runs where runs.id = traces.id
  and (runs.status in ('pending', 'running', 'interrupted') or runs.lease_owner is not null))`
