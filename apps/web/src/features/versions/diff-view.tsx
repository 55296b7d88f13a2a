import type { GraphDocument, LiveThreads } from '@lathe/contract'
import type { GraphDiff } from '@lathe/graph'
import { useMemo } from 'react'
import { SplitPane } from '../../ui/split-pane.tsx'
import { ChangeList } from './changes/change-list.tsx'
import { itemsOf } from './changes/change-items.ts'
import { useChosen } from './changes/use-chosen.ts'
import { DiffCanvas } from './graph/diff-canvas.tsx'

type DiffViewProps = {
  before: GraphDocument
  after: GraphDocument
  diff: GraphDiff
  /** What a changed reducer leaves behind. */
  live: readonly LiveThreads[]
}

/** The same changes twice: drawn on one graph, and as a list; choosing one shows it in both. */
export function DiffView({ before, after, diff, live }: DiffViewProps) {
  const items = useMemo(() => itemsOf(diff, live), [diff, live])
  const { chosen, choose } = useChosen(items)

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
              chosen={chosen}
              onChoose={choose}
            />
          ),
        },
        {
          id: 'changes',
          size: 48,
          min: '120px',
          content: <ChangeList items={items} chosen={chosen} onChoose={choose} />,
        },
      ]}
    />
  )
}
