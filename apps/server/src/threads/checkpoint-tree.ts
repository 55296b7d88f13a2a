import type { CheckpointSummary } from '@lathe/contract'
import type { Queries } from '../platform/db/db.ts'
import { nextNodes } from './next-nodes.ts'
import { findNodeNames } from './run-node-names.ts'

const MOST = 2_000

/** Returns the checkpoints of a thread in order, newest first, and whether there are older ones. */
export async function readTree(
  db: Queries,
  workspaceId: string,
  threadId: string,
): Promise<{ items: CheckpointSummary[]; hasMore: boolean }> {
  const [{ Checkpointer }, { listTriggered }] = await Promise.all([
    import('../platform/db/checkpoints/checkpointer.ts'),
    import('../platform/db/checkpoints/triggers.ts'),
  ])
  const { serde } = new Checkpointer(db, workspaceId)
  const listed = await listTriggered(db, serde, { workspaceId, threadId, limit: MOST + 1 })
  const found = listed.slice(0, MOST)
  const names = await findNodeNames(
    db,
    workspaceId,
    found.map(({ metadata }) => runIdOf(metadata)),
  )
  const items = found.map(({ id, parentId, createdAt, metadata, triggers, isInterrupted }) => {
    const runId = runIdOf(metadata)
    const { step, source } = metadata
    return {
      id,
      parentId,
      runId,
      superstep: typeof step === 'number' ? step : 0,
      source: typeof source === 'string' ? source : '',
      createdAt,
      next: nextNodes(triggers, names.get(runId ?? '')),
      hasInterrupt: isInterrupted,
    }
  })
  return { items, hasMore: listed.length > MOST }
}

const runIdOf = ({ run_id: runId }: Record<string, unknown>): string | null =>
  typeof runId === 'string' ? runId : null
