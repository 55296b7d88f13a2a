import { BaseEdge, EdgeLabelRenderer, type EdgeProps, useReactFlow, useStore } from '@xyflow/react'
import { memo } from 'react'
import { ActionIcon } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { edgePath } from '../../../../ui/still-graph/edge-path.ts'
import { edgeFlow } from '../../../../lib/run-view/edge-flow.ts'
import { useRunView, useWorkbench } from '../../workbench-context.ts'
import { useDetail, useCanvasUiStore } from '../canvas-ui.ts'
import styles from './edge.module.css'
import type { FlowEdge as Way } from './flow-edges.ts'
import { useEdgeLane } from './use-edge-lane.ts'
import { EdgeLabel } from './edge-label.tsx'
import type { Point } from '../../../../lib/values/node-positions.ts'

/** Edge between two nodes, with a label for its port, fan-out and loop limit. */
export const GraphEdgeLine = memo(function GraphEdgeLine(props: EdgeProps<Way>) {
  const { id, source, target, data, selected, markerEnd } = props
  const { runGraph } = useWorkbench()
  const lane = useEdgeLane(props)
  const isDetailed = useDetail() === 'cards'
  const [path, x, y] = edgePath(props, lane)
  const flow = useRunView((view) => edgeFlow(view, source, target))
  if (!data) return null

  return (
    <>
      <BaseEdge
        id={id}
        path={path}
        interactionWidth={isDetailed ? 20 : 0}
        className={styles.path ?? ''}
        data-flow={flow}
        data-role={data.edge.when === 'error' ? 'error' : undefined}
        {...(markerEnd !== undefined && { markerEnd })}
      />
      {isDetailed && <EdgeLabel edge={data.edge} x={x} y={y} />}
      {selected && !runGraph && (
        <EdgeLabelRenderer>
          <InsertButton index={data.index} centre={[x, y]} />
        </EdgeLabelRenderer>
      )}
    </>
  )
})

type InsertButtonProps = {
  index: number
  /** Centre of the edge in graph coordinates. */
  centre: Point
}

function InsertButton({ index, centre }: InsertButtonProps) {
  const ui = useCanvasUiStore()
  const { flowToScreenPosition } = useReactFlow()
  // Keeps the button's size when the graph is zoomed out.
  const scale = useStore(({ transform }) => Math.max(1, 1 / transform[2]))

  const handleClick = (frame: Element | null) => {
    const corner = frame?.getBoundingClientRect()
    const screen = flowToScreenPosition({ x: centre[0], y: centre[1] })
    ui.setState({
      palette: {
        screenPosition: [screen.x - (corner?.left ?? 0), screen.y - (corner?.top ?? 0)],
        position: [centre[0] - 110, centre[1] + 60],
        edgeIndex: index,
      },
    })
  }

  return (
    <div
      className={`${styles.label} nodrag nopan`}
      style={{
        transform: `translate(${centre[0]}px, ${centre[1]}px) scale(${scale}) translate(-50%, 14px)`,
        transformOrigin: '0 0',
      }}
    >
      <ActionIcon
        size="sm"
        variant="default"
        aria-label="Insert node here"
        title="Insert node here"
        onClick={({ currentTarget }) => handleClick(currentTarget.closest('.react-flow'))}
      >
        <IconPlus size={14} />
      </ActionIcon>
    </div>
  )
}
