import type { GraphDocument, ReplayReport } from '@lathe/contract'
import { ReactFlowProvider } from '@xyflow/react'
import { useMemo } from 'react'
import { cardsOf, wayOf } from '../../../ui/still-graph/cards.ts'
import { StillGraph } from '../../../ui/still-graph/still-graph.tsx'

type ConeProps = {
  document: GraphDocument
  report: ReplayReport
  chosen: string | undefined
  onChoose: (node: string) => void
}

/** Where the two part, and what that reached. */
export function Cone({ document, report, chosen, onChoose }: ConeProps) {
  const { cards, ways } = useMemo(() => picture(document, report), [document, report])
  return (
    <ReactFlowProvider>
      <StillGraph
        cards={cards}
        ways={ways}
        chosen={chosen}
        onChoose={onChoose}
        group="Comparison"
      />
    </ReactFlowProvider>
  )
}

function picture(
  document: GraphDocument,
  { differingNodes, steps, firstDivergence }: ReplayReport,
) {
  const first = firstDivergence === null ? undefined : steps[firstDivergence]?.address.path[0]
  const differing = new Set(differingNodes)
  return {
    cards: cardsOf(document, (id) =>
      differing.has(id)
        ? { look: 'differs', mark: id === first ? 'differs first' : 'differs' }
        : undefined,
    ),
    ways: document.edges.map((edge, index) =>
      wayOf(
        String(index),
        edge,
        differing.has(edge.from) && differing.has(edge.to) ? 'differs' : undefined,
      ),
    ),
  }
}
