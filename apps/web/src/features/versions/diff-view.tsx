import { type GraphDocument, type LiveThreads, END, START } from '@lathe/contract'
import type { GraphDiff } from '@lathe/graph'
import { useMemo } from 'react'
import { SplitPane } from '../../ui/layout/split-pane.tsx'
import { ChangeList, useSelectedChange } from './change-list.tsx'
import { listChangeItems, nodeKey } from './change-items.ts'
import { StillGraph } from '../../ui/still-graph/still-graph.tsx'
import { layOutDiff } from './diff-graph.ts'

type DiffViewProps = {
  before: GraphDocument
  after: GraphDocument
  diff: GraphDiff
  /** Live threads that a changed reducer affects. */
  live: readonly LiveThreads[]
}

/** Shows the changes on one graph and as a list. Selecting a change shows it in both. */
export function DiffView({ before, after, diff, live }: DiffViewProps) {
  const items = useMemo(() => listChangeItems(diff, live), [diff, live])
  const { selectedId, choose } = useSelectedChange(items)

  return (
    <SplitPane
      name="comparison"
      orientation="vertical"
      panes={[
        {
          id: 'graph',
          size: 52,
          min: '160px',
          content: (
            <DiffCanvas
              before={before}
              after={after}
              diff={diff}
              selectedId={selectedId}
              onChoose={choose}
            />
          ),
        },
        {
          id: 'changes',
          size: 48,
          min: '120px',
          content: <ChangeList items={items} selectedId={selectedId} onChoose={choose} />,
        },
      ]}
    />
  )
}

type DiffCanvasProps = {
  before: GraphDocument
  after: GraphDocument
  diff: GraphDiff
  /** Id of the selected change. */
  selectedId: string | undefined
  onChoose: (key: string | undefined) => void
}

/** Draws both graphs as one read-only graph. */
function DiffCanvas({ before, after, diff, selectedId, onChoose }: DiffCanvasProps) {
  const { cards, ways: edges } = useMemo(
    () => layOutDiff(before, after, diff),
    [before, after, diff],
  )
  const card = cards.find(({ id }) => cardChangeKey(id) === selectedId)
  return (
    <StillGraph
      cards={cards}
      edges={edges}
      selectedId={card?.id}
      onSelect={(id) => onChoose(cardChangeKey(id))}
      group="Versions"
    />
  )
}

/** The start and end cards represent input and output. */
const cardChangeKey = (id: string) => (id === START ? 'input' : id === END ? 'output' : nodeKey(id))
