import '@xyflow/react/dist/base.css'
import {
  Background,
  type EdgeTypes,
  MarkerType,
  type NodeChange,
  type NodeTypes,
  ReactFlow,
  useNodesInitialized,
  useReactFlow,
} from '@xyflow/react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useHotkeys } from '../../lib/hotkeys.ts'
import type { StillCard as Card, StillWay as Way } from './cards.ts'
import { StillCard } from './still-card.tsx'
import styles from './still-graph.module.css'
import { StillWay } from './still-way.tsx'

const nodeTypes: NodeTypes = { card: StillCard }
const edgeTypes: EdgeTypes = { way: StillWay }
const edgeDefaults = { markerEnd: { type: MarkerType.ArrowClosed, width: 16, height: 16 } }
const fitOptions = { padding: 0.15, maxZoom: 1 }
/** A larger graph opens on the card that is chosen, or the first worth a look: as a whole nothing of it could be read. */
const MOST_TO_READ = 40

type StillGraphProps = {
  cards: readonly Card[]
  ways: Way[]
  /** Id of a card. */
  chosen?: string | undefined
  onChoose?: (id: string) => void
  /** Of its keys. */
  group: string
}

/** A graph to look at; within a `ReactFlowProvider`. */
export function StillGraph({ cards, ways, chosen, onChoose, group }: StillGraphProps) {
  const [measured, setMeasured] = useState<Record<string, { width: number; height: number }>>({})
  const { fitView } = useReactFlow()
  const [firstView] = useState(() => firstViewOf(cards, chosen))
  const nodes = useMemo(
    () =>
      cards.map((card): Card => {
        const size = measured[card.id]
        const shown = { ...card, selected: chosen === card.id }
        return size ? { ...shown, measured: size } : shown
      }),
    [cards, measured, chosen],
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
      if (selected?.type === 'select') onChoose?.(selected.id)
    },
    [onChoose],
  )

  const { handleMoveStart } = useFitGrowth(cards.length)
  useHotkeys([{ keys: 'f', label: 'Fit into view', group, run: () => void fitView(fitOptions) }])

  return (
    <section className={styles.frame} aria-label="Graph">
      <ReactFlow
        nodes={nodes}
        edges={ways}
        onNodesChange={handleChanges}
        onMoveStart={handleMoveStart}
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

/** As a whole it stays in view, until the reader moves it. */
function useFitGrowth(count: number) {
  const { fitView } = useReactFlow()
  const isMeasured = useNodesInitialized()
  const fitted = useRef(count)
  const isMoved = useRef(false)
  useEffect(() => {
    if (!isMeasured || isMoved.current || count === fitted.current) return
    fitted.current = count
    if (count <= MOST_TO_READ) void fitView(fitOptions)
  }, [isMeasured, count, fitView])
  // What moves by itself comes with no event.
  const handleMoveStart = useCallback((event: unknown) => {
    isMoved.current ||= event !== null
  }, [])
  return { handleMoveStart }
}

export function firstViewOf(cards: readonly Pick<Card, 'id' | 'focusable'>[], chosen?: string) {
  const first = cards.find(({ id }) => id === chosen) ?? cards.find(({ focusable }) => focusable)
  if (cards.length <= MOST_TO_READ || !first) return fitOptions
  return { nodes: [{ id: first.id }], padding: 0.15, maxZoom: 0.6 }
}
