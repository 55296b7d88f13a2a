import type { CheckpointSummary, Run, Turn } from '@lathe/contract'
import { type LaneRow, laneRows } from './lanes.ts'

export type TreeRow = {
  node: CheckpointSummary
  lane: LaneRow
  /** Label of the step that created this checkpoint. */
  origin: string
  /** The run that starts here. */
  starts: Run | undefined
  /** The run whose newest checkpoint this is. */
  endedRun: Run | undefined
}

/** The rows of the tree and the number of lanes they need. */
export function treeRows(
  nodes: readonly CheckpointSummary[],
  turns: readonly Turn[],
): { rows: TreeRow[]; width: number } {
  const { rows: lanes, width } = laneRows(nodes)
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const runs = new Map(turns.map(({ run }) => [run.id, run]))
  const endedRuns = new Map(
    turns.flatMap(({ run, tip }) => (tip === null ? [] : [[tip, run] as const])),
  )
  const rows = nodes.flatMap((node, index) => {
    const lane = lanes[index]
    if (!lane) return []
    const parent = node.parentId === null ? undefined : byId.get(node.parentId)
    const isFirst = node.runId !== null && node.runId !== parent?.runId
    const starts = isFirst ? runs.get(node.runId ?? '') : undefined
    return {
      node,
      lane,
      origin: describeOrigin(node, parent),
      starts,
      endedRun: endedRuns.get(node.id),
    }
  })
  return { rows, width }
}

function describeOrigin(
  { source, superstep }: CheckpointSummary,
  parent: CheckpointSummary | undefined,
): string {
  if (source === 'input') return 'Input'
  if (source === 'fork') return 'Forked'
  if (source === 'update') return 'State edited'
  if (parent?.source === 'input' && parent.next.length === 0) return 'Input received'
  if (parent && parent.next.length > 0) return parent.next.join(', ')
  return `Step ${superstep}`
}
