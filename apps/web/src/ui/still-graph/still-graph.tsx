import '@xyflow/react/dist/base.css'
import {
  Background,
  type EdgeTypes,
  MarkerType,
  type NodeChange,
  type NodeTypes,
  Panel,
  ReactFlow,
  useNodesInitialized,
  useReactFlow,
} from '@xyflow/react'
import { ActionIcon } from '@mantine/core'
import { IconFocusCentered } from '@tabler/icons-react'
import {
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useHotkeys } from '../../lib/browser/hotkeys.ts'
import { Keys } from '../layout/keys.tsx'
import { DisabledReason } from '../fields/disabled-reason.tsx'
import type { StillCard as Card, StillEdge as Way } from './cards.ts'
import { firstViewport, isReadable } from './first-viewport.ts'
import { StillCard } from './still-card.tsx'
import styles from './still-graph.module.css'
import { StillEdge } from './still-edge.tsx'

const nodeTypes: NodeTypes = { card: StillCard }
const edgeTypes: EdgeTypes = { way: StillEdge }
const edgeDefaults = { markerEnd: { type: MarkerType.ArrowClosed, width: 16, height: 16 } }
const fitOptions = { padding: 0.15, maxZoom: 1 }
type StillGraphProps = {
  cards: readonly Card[]
  edges: Way[]
  /** Id of the chosen card. */
  selectedId?: string | undefined
  onSelect?: (id: string) => void
  /** Section of the shortcut list for its keys. */
  group: string
}

/** Read-only graph. Needs a `ReactFlowProvider`. */
export function StillGraph({ cards, edges, selectedId, onSelect, group }: StillGraphProps) {
  const [measured, setMeasured] = useState<Record<string, { width: number; height: number }>>({})
  const { fitView } = useReactFlow()
  const frame = useRef<HTMLElement>(null)
  const [initialView, setInitialView] = useState<{ viewport: ReturnType<typeof firstViewport> }>()
  useLayoutEffect(() => {
    setInitialView(
      (old) => old ?? { viewport: firstViewport(cards, selectedId, frameSize(frame.current)) },
    )
  }, [cards, selectedId])
  const nodes = useMemo(
    () =>
      cards.map((card): Card => {
        const size = measured[card.id]
        const selectedCard = { ...card, selected: selectedId === card.id }
        return size ? { ...selectedCard, measured: size } : selectedCard
      }),
    [cards, measured, selectedId],
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
      if (selected?.type === 'select') onSelect?.(selected.id)
    },
    [onSelect],
  )

  const { handleMoveStart } = useFitGrowth(cards, frame)
  const fit = () => void fitView(fitOptions)
  useHotkeys([{ keys: 'f', label: 'Fit into view', group, run: fit }])

  return (
    <section ref={frame} className={styles.frame} aria-label="Graph">
      {initialView && (
        <ReactFlow
          nodes={nodes}
          edges={edges}
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
          fitView={!initialView.viewport}
          fitViewOptions={fitOptions}
          {...(initialView.viewport && { defaultViewport: initialView.viewport })}
        >
          <Background gap={20} />
          <Panel position="bottom-left">
            <DisabledReason
              reason={false}
              hint={
                <>
                  Fit into view <Keys keys="f" />
                </>
              }
            >
              <ActionIcon variant="default" aria-label="Fit into view" onClick={fit}>
                <IconFocusCentered size={16} />
              </ActionIcon>
            </DisabledReason>
          </Panel>
        </ReactFlow>
      )}
    </section>
  )
}

const frameSize = (frame: HTMLElement | null) => ({
  width: frame?.clientWidth ?? 0,
  height: frame?.clientHeight ?? 0,
})

/** Keeps the whole graph in view while it fits and the reader has not moved it. */
function useFitGrowth(cards: readonly Card[], frame: RefObject<HTMLElement | null>) {
  const count = cards.length
  const { fitView } = useReactFlow()
  const isMeasured = useNodesInitialized()
  const fittedCount = useRef(count)
  const isMoved = useRef(false)
  useEffect(() => {
    if (!isMeasured || isMoved.current || count === fittedCount.current) return
    fittedCount.current = count
    if (isReadable(cards, frameSize(frame.current))) void fitView(fitOptions)
  }, [isMeasured, count, cards, frame, fitView])
  // Programmatic moves have no event.
  const handleMoveStart = useCallback((event: unknown) => {
    isMoved.current ||= event !== null
  }, [])
  return { handleMoveStart }
}
