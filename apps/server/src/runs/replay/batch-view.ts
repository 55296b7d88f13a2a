import type { BatchItem, ReplayBatch, ReplayReport } from '@lathe/contract'
import type { Queries } from '../../platform/db/db.ts'
import { fromJson } from '../../platform/db/json.ts'
import { type BatchRow, listPlayed, titlesOf } from './batches.store.ts'

/** How far a batch is, the worst first. */
export async function toBatch(
  db: Queries,
  workspaceId: string,
  row: BatchRow,
): Promise<ReplayBatch> {
  const [played, titles] = await Promise.all([
    listPlayed(db, row.id),
    titlesOf(db, workspaceId, row),
  ])
  const byTrace = new Map(played.map((replay) => [replay.traceId, replay]))
  const skipped = new Map(fromJson(row.skipped).map(({ traceId, reason }) => [traceId, reason]))
  const traceIds = fromJson(row.trace_ids)
  const items = traceIds.map((traceId): BatchItem => {
    const replay = byTrace.get(traceId)
    const remark = skipped.get(traceId) ?? remarkOn(replay?.report ?? null)
    const title = titles.get(traceId) ?? ''
    return {
      traceId,
      title,
      replayId: replay?.id ?? null,
      verdict: replay?.verdict ?? null,
      remark,
    }
  })
  const count = (verdict: BatchItem['verdict']) =>
    items.filter((item) => item.verdict === verdict).length
  return {
    id: row.id,
    status: row.status,
    settings: fromJson(row.settings),
    total: traceIds.length,
    counts: {
      identical: count('identical'),
      diverged: count('diverged'),
      error: count('error'),
      skipped: skipped.size,
    },
    items: items.toSorted((a, b) => badness(b, skipped) - badness(a, skipped)),
    createdAt: row.created_at,
  }
}

const BAD = { error: 3, diverged: 2, identical: 0 }

const badness = ({ traceId, verdict }: BatchItem, skipped: ReadonlyMap<string, string>): number =>
  verdict === null ? (skipped.has(traceId) ? 1 : -1) : BAD[verdict]

function remarkOn(report: ReplayReport | null): string {
  if (!report || report.verdict === 'identical') return ''
  const { error, firstDivergence, steps, states, status } = report
  if (error) return error.message
  const step = firstDivergence === null ? undefined : steps[firstDivergence]
  if (step) {
    const { kind, name, address } = step
    return `${kind} ${name} of ${address.path.join('/')} at step ${address.superstep}`
  }
  const state = states.find((one) => one.state !== 'same')
  if (state) return `state after step ${state.superstep}: ${state.channels.join(', ')}`
  return status.tape === status.replay ? 'another output' : `${status.tape} → ${status.replay}`
}
