import '@xyflow/react/dist/base.css'
import { useElementSize } from '@mantine/hooks'
import {
  Background,
  type EdgeTypes,
  MarkerType,
  type NodeTypes,
  ReactFlow,
  useStoreApi,
  useReactFlow,
} from '@xyflow/react'
import { type MouseEvent, useRef, useState } from 'react'
import { useWorkbench } from '../workbench-context.ts'
import { AlignTools } from './align-tools.tsx'
import { CanvasTools } from './canvas-tools.tsx'
import { CanvasUiContext, createCanvasUi, useCanvasUi, useCanvasUiStore } from './canvas-ui.ts'
import styles from './canvas.module.css'
import { ConnectHint, LinkHint, EmptyHint } from './canvas-hints.tsx'
import { EndsCard } from './cards/ends-card.tsx'
import { Overview, OverviewMap } from './overview/overview.tsx'
import { useOverviewPointer } from './overview/use-overview-pointer.ts'
import { NoteCard } from './cards/note-card.tsx'
import { MIN_ZOOM, InitialViewport } from './initial-viewport.tsx'
import { Palette } from './palette.tsx'
import { SelectionToolbar } from './selection-toolbar.tsx'
import { ChannelLines, StateLane } from './state-lane/state-lane.tsx'
import { StepCard } from './cards/step-card.tsx'
import { useCanvasActions } from './use-canvas-actions.ts'
import { useCanvasKeys } from './use-canvas-keys.ts'
import { useConnections } from './edges/use-connections.ts'
import { useFlow } from './use-flow.ts'
import { GraphEdgeLine } from './edges/edge.tsx'

const nodeTypes: NodeTypes = { step: StepCard, ends: EndsCard, note: NoteCard }
const edgeTypes: EdgeTypes = { edge: GraphEdgeLine }
const edgeDefaults = { markerEnd: { type: MarkerType.ArrowClosed, width: 16, height: 16 } }
const ADDING_KEYS = ['Shift', 'Meta', 'Control']

type CanvasProps = {
  /** Called on a click, not on keyboard navigation. */
  onOpen: () => void
}

export function Canvas({ onOpen }: CanvasProps) {
  const { store } = useWorkbench()
  const [ui] = useState(() => createCanvasUi(Object.keys(store.getState().document.nodes).length))
  return (
    <CanvasUiContext value={ui}>
      <InitialViewport>
        <Flow onOpen={onOpen} />
      </InitialViewport>
    </CanvasUiContext>
  )
}

function Flow({ onOpen }: CanvasProps) {
  const frame = useRef<HTMLElement>(null)
  const { ref: sizeRef, width, height } = useElementSize()
  const isReadOnly = useWorkbench().runGraph !== undefined
  const flowStore = useStoreApi()
  const [openedAt] = useState(() => {
    const [x, y, zoom] = flowStore.getState().transform
    return { x, y, zoom }
  })
  const flow = useFlow()
  const { isOverview, nodes: cards, drag, drop } = flow
  const overviewPointer = useOverviewPointer({
    isOverview,
    isReadOnly,
    cards,
    drag,
    drop,
  })
  const connections = useConnections(frame)
  const actions = useCanvasActions(frame)
  const hasMinimap = useCanvasUi((ui) => ui.hasMinimap)
  const handleDoubleClick = usePaneDoubleClick()
  useCanvasKeys(actions)

  const handleOpen = (event: MouseEvent) => {
    if (!event.shiftKey && !event.ctrlKey && !event.metaKey) onOpen()
  }

  return (
    <section
      ref={frame}
      className={styles.root}
      aria-label="Graph"
      onDoubleClick={handleDoubleClick}
    >
      <div ref={sizeRef} className={styles.frame} {...overviewPointer}>
        <ReactFlow
          nodes={flow.nodes}
          edges={flow.drawnEdges}
          onNodesChange={flow.onNodesChange}
          onEdgesChange={flow.onEdgesChange}
          onNodeDragStop={flow.onNodeDragStop}
          onNodeClick={handleOpen}
          onEdgeClick={handleOpen}
          {...connections}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          defaultEdgeOptions={edgeDefaults}
          deleteKeyCode={null}
          nodesDraggable={!isReadOnly}
          nodesConnectable={!isReadOnly}
          edgesReconnectable={!isReadOnly}
          multiSelectionKeyCode={ADDING_KEYS}
          disableKeyboardA11y
          selectNodesOnDrag={false}
          nodeDragThreshold={3}
          connectionRadius={36}
          elevateEdgesOnSelect
          panOnScroll
          zoomOnDoubleClick={false}
          minZoom={MIN_ZOOM}
          onlyRenderVisibleElements
          maxZoom={2}
          defaultViewport={openedAt}
        >
          <Background gap={20} />
          <SelectionToolbar actions={actions} />
          <AlignTools actions={actions} />
          <ConnectHint />
          <LinkHint />
        </ReactFlow>
        {flow.isOverview && <Overview cards={flow.nodes} edges={flow.edges} />}
        {hasMinimap && <OverviewMap cards={flow.nodes} edges={flow.edges} />}
        <ChannelLines />
        {!isReadOnly && <EmptyHint />}
        <CanvasTools actions={actions} />
        {!isReadOnly && <Palette size={{ width, height }} />}
      </div>
      <StateLane />
    </section>
  )
}

/** Opens the palette on a double click on the empty canvas. */
export function usePaneDoubleClick() {
  const ui = useCanvasUiStore()
  const { screenToFlowPosition } = useReactFlow()

  return (event: MouseEvent<HTMLElement>) => {
    if (!(event.target instanceof Element)) return
    if (!event.target.classList.contains('react-flow__pane')) return
    const corner = event.currentTarget.getBoundingClientRect()
    const place = screenToFlowPosition({ x: event.clientX, y: event.clientY })
    ui.setState({
      palette: {
        screenPosition: [event.clientX - corner.left, event.clientY - corner.top],
        position: [place.x, place.y],
      },
    })
  }
}
