import { BaseEdge, EdgeLabelRenderer, type EdgeProps, useReactFlow, useStore } from '@xyflow/react'
import { memo } from 'react'
import { ActionIcon } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { wayPath } from '../../../../ui/way-path.ts'
import { wayFlow } from '../../../../lib/run-view/way-flow.ts'
import { useRunView, useWorkbench } from '../../workbench-context.ts'
import { useDetail, useCanvasUiStore } from '../canvas-ui.ts'
import styles from './edge.module.css'
import type { WayEdge as Way } from './flow-edges.ts'
import { useLane } from './use-edge-lane.ts'
import { WayText } from './edge-label.tsx'
import type { Point } from '../../../../lib/node-places.ts'

/** A way from node to node, with its port, fan-out and loop bound written on it. */
export const WayEdge = memo(function WayEdge(props: EdgeProps<Way>) {
  const { id, source, target, data, selected, markerEnd } = props
  const { asRan } = useWorkbench()
  const lane = useLane(props)
  const isNear = useDetail() === 'cards'
  const [path, x, y] = wayPath(props, lane)
  const flow = useRunView((view) => wayFlow(view, source, target))
  if (!data) return null

  return (
    <>
      <BaseEdge
        id={id}
        path={path}
        interactionWidth={isNear ? 20 : 0}
        className={styles.path ?? ''}
        data-flow={flow}
        data-role={data.way.when === 'error' ? 'error' : undefined}
        {...(markerEnd !== undefined && { markerEnd })}
      />
      {isNear && <WayText way={data.way} x={x} y={y} />}
      {selected && !asRan && (
        <EdgeLabelRenderer>
          <InsertButton index={data.index} at={[x, y]} />
        </EdgeLabelRenderer>
      )}
    </>
  )
})

type InsertButtonProps = {
  index: number
  /** Middle of the edge, in the graph's coordinates. */
  at: Point
}

function InsertButton({ index, at }: InsertButtonProps) {
  const ui = useCanvasUiStore()
  const { flowToScreenPosition } = useReactFlow()
  // From afar the graph shrinks, and what is pressed must not.
  const scale = useStore(({ transform }) => Math.max(1, 1 / transform[2]))

  const handleClick = (frame: Element | null) => {
    const corner = frame?.getBoundingClientRect()
    const screen = flowToScreenPosition({ x: at[0], y: at[1] })
    ui.setState({
      palette: {
        at: [screen.x - (corner?.left ?? 0), screen.y - (corner?.top ?? 0)],
        place: [at[0] - 110, at[1] + 60],
        into: index,
      },
    })
  }

  return (
    <div
      className={`${styles.label} nodrag nopan`}
      style={{
        transform: `translate(${at[0]}px, ${at[1]}px) scale(${scale}) translate(-50%, 14px)`,
        transformOrigin: '0 0',
      }}
    >
      <ActionIcon
        size="sm"
        variant="default"
        aria-label="Insert a node here"
        title="Insert a node here"
        onClick={({ currentTarget }) => handleClick(currentTarget.closest('.react-flow'))}
      >
        <IconPlus size={14} />
      </ActionIcon>
    </div>
  )
}
