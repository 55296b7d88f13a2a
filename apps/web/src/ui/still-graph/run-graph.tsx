import type { GraphDocument } from '@lathe/contract'
import { ReactFlowProvider } from '@xyflow/react'
import { useMemo } from 'react'
import { formatDuration } from '../../lib/format/format.ts'
import type { NodeView, RunView } from '../../lib/run-view/run-view.ts'
import { edgeFlow } from '../../lib/run-view/edge-flow.ts'
import { type CardLook, createCards, type Look, createEdge } from './cards.ts'
import { StillGraph } from './still-graph.tsx'

const LOOKS: Record<NodeView['status'], Look> = {
  running: 'live',
  success: 'done',
  error: 'failed',
  interrupted: 'waiting',
  cancelled: 'faint',
}

type RunGraphProps = { document: GraphDocument; view: RunView; group: string }

/** Graph of a run with its progress. */
export function RunGraph({ document, view, group }: RunGraphProps) {
  const cards = useMemo(
    () => createCards(document, (id) => nodeLook(view.nodes[id])),
    [document, view],
  )
  const edges = useMemo(
    () =>
      document.edges.map((edge, index) => {
        const flow = edgeFlow(view, edge.from, edge.to)
        return createEdge(String(index), edge, flow === 'taken' ? 'done' : (flow ?? 'faint'))
      }),
    [document, view],
  )
  return (
    <ReactFlowProvider>
      <StillGraph cards={cards} edges={edges} group={group} />
    </ReactFlowProvider>
  )
}

function nodeLook(node: NodeView | undefined): CardLook {
  if (!node || node.count === 0) return { look: 'faint' }
  const { status, count, durationMs, running } = node
  const times = count > 1 ? ` · ${count}×` : ''
  if (running > 0) return { look: 'live', mark: `running${times}` }
  if (status === 'interrupted') return { look: 'waiting', mark: 'waits for input' }
  return { look: LOOKS[status], mark: `${formatDuration(durationMs)}${times}` }
}
