import '@xyflow/react/dist/base.css'
import type { GraphDocument } from '@lathe/contract'
import type { GraphDiff } from '@lathe/graph'
import {
  Background,
  type EdgeTypes,
  MarkerType,
  type NodeChange,
  type NodeTypes,
  ReactFlow,
  useReactFlow,
} from '@xyflow/react'
import { useCallback, useMemo, useState } from 'react'
import { useHotkeys } from '../../../lib/hotkeys.ts'
import { nodeKey } from '../changes/change-items.ts'
import styles from './diff-canvas.module.css'
import { DiffCard } from './diff-card.tsx'
import { DiffEdge } from './diff-edge.tsx'
import { type DiffCard as Card, pictureOf } from './picture.ts'

const nodeTypes: NodeTypes = { card: DiffCard }
const edgeTypes: EdgeTypes = { way: DiffEdge }
const edgeDefaults = { markerEnd: { type: MarkerType.ArrowClosed, width: 16, height: 16 } }
const fitOptions = { padding: 0.15, maxZoom: 1 }
/** A larger graph opens on its first change: as a whole nothing of it could be read. */
const MOST_TO_READ = 40

type DiffCanvasProps = {
  before: GraphDocument
  after: GraphDocument
  diff: GraphDiff
  /** Key of a change. */
  chosen: string | undefined
  onChoose: (key: string | undefined) => void
}

/** Both graphs drawn as one, to look at. */
export function DiffCanvas({ before, after, diff, chosen, onChoose }: DiffCanvasProps) {
  const picture = useMemo(() => pictureOf(before, after, diff), [before, after, diff])
  const [measured, setMeasured] = useState<Record<string, { width: number; height: number }>>({})
  const { fitView } = useReactFlow()
  const [firstView] = useState(() => firstViewOf(picture.cards))
  const cards = useMemo(
    () =>
      picture.cards.map((card): Card => {
        const size = measured[card.id]
        const shown = { ...card, selected: chosen === keyOfCard(card.id) }
        return size ? { ...shown, measured: size } : shown
      }),
    [picture, measured, chosen],
  )

  const handleChanges = useCallback(
    (changes: NodeChange<Card>[]) => {
      const sizes = changes.flatMap((change) =>
        change.type === 'dimensions' && change.dimensions ? [[change.id, change.dimensions]] : [],
      )
      if (sizes.length > 0) {
        setMeasured((old): typeof old => ({ ...old, ...Object.fromEntries(sizes) }))
      }
      const selected = changes.find((change) => change.type === 'select' && change.selected)
      if (selected?.type === 'select') onChoose(keyOfCard(selected.id))
    },
    [onChoose],
  )

  useHotkeys([
    {
      keys: 'f',
      label: 'Fit into view',
      group: 'Versions',
      run: () => void fitView(fitOptions),
    },
  ])

  return (
    <section className={styles.frame} aria-label="Graph">
      <ReactFlow
        nodes={cards}
        edges={picture.ways}
        onNodesChange={handleChanges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        defaultEdgeOptions={edgeDefaults}
        nodesDraggable={false}
        nodesConnectable={false}
        edgesFocusable={false}
        deleteKeyCode={null}
        panOnScroll
        zoomOnDoubleClick={false}
        minZoom={0.1}
        maxZoom={2}
        fitView
        fitViewOptions={firstView}
      >
        <Background gap={20} />
      </ReactFlow>
    </section>
  )
}

function firstViewOf(cards: readonly Card[]) {
  const first = cards.find(({ data }) => data.change !== undefined)
  if (cards.length <= MOST_TO_READ || !first) return fitOptions
  return { nodes: [{ id: first.id }], padding: 0.15, maxZoom: 0.6 }
}

/** The graph's ends stand for its input and output. */
const keyOfCard = (id: string) => (id === 'start' ? 'input' : id === 'end' ? 'output' : nodeKey(id))
