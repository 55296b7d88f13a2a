import type { ReplayDetail } from '@lathe/contract'
import { propertyOrders } from '@lathe/graph'
import { replayReport } from '@lathe/traces'
import { readExecution } from './read-execution.ts'
import { concludeReplay, findReplay } from './replays.store.ts'
import type { ReplayContext } from './start-replay.ts'

/**
 * Returns a replay with its report. The report is computed on the first request after the run's
 * end.
 */
export async function getReplay(
  { db, workspaceId }: Pick<ReplayContext, 'db' | 'workspaceId'>,
  id: string,
): Promise<ReplayDetail | undefined> {
  const replay = await findReplay(db, workspaceId, id)
  if (!replay || replay.report || ['pending', 'running'].includes(replay.status)) return replay
  const [recording, replayed] = await Promise.all([
    readExecution(db, workspaceId, replay.traceId),
    readExecution(db, workspaceId, id),
  ])
  if (!recording || !replayed) return replay
  const report = replayReport(recording, replayed, propertyOrders)
  await concludeReplay(db, workspaceId, id, report)
  return { ...replay, verdict: report.verdict, report }
}
