import type { RunSteering, Span } from '@lathe/contract'
import type { ReplayPlan } from '@lathe/engine'
import type { Queries } from '../../platform/db/db.ts'
import { listExchanges } from '../../traces/query/exchanges.ts'
import { findTrace } from '../../traces/query/read-traces.ts'

type NodeTape = NonNullable<RunSteering['tape']>

/** Where a node that runs alone stands: in the first superstep, outside any fan-out. */
const ALONE = { superstep: 1, branch: null }

/** What one execution of a node was answered, as if it had run alone then. */
export async function nodePlan(
  db: Queries,
  workspaceId: string,
  node: string,
  { runId, spanId }: NodeTape,
): Promise<ReplayPlan> {
  const [found, exchanges] = await Promise.all([
    findTrace(db, workspaceId, runId),
    listExchanges(db, workspaceId, runId),
  ])
  const spans = found?.spans ?? []
  const inside = spansIn(spans, spanId)
  const superstep = spans.find(({ id }) => id === spanId)?.superstep
  const own = exchanges.find((one) => one.spanId !== null && inside.has(one.spanId))
  // What it was answered before a pause hangs on another span of the same task.
  const isSame = ({ address }: (typeof exchanges)[number]) =>
    address.path[0] === node &&
    address.superstep === superstep &&
    (own === undefined || address.branch === own.address.branch)
  return {
    exchanges: exchanges
      .filter(isSame)
      .map((one) => ({ ...one, address: { ...one.address, ...ALONE } })),
    settings: {
      mode: 'exact',
      onMiss: 'fail',
      writes: [],
      standIn: { type: 'recorded' },
      speed: 0,
    },
  }
}

/** A span begins after the one it is in. */
function spansIn(spans: readonly Span[], root: string): ReadonlySet<string> {
  const inside = new Set([root])
  for (const { id, parentId } of spans.toSorted((a, b) => a.startedAt - b.startedAt)) {
    if (parentId !== null && inside.has(parentId)) inside.add(id)
  }
  return inside
}
