import { BaseEdge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react'
import { memo } from 'react'
import { wayPath } from '../../../ui/way-path.ts'
import { wayFlow } from '../../../lib/run-view/way-flow.ts'
import { useRunView, useWorkbench } from '../workbench-context.ts'
import { useDetail } from './detail.ts'
import styles from './edge.module.css'
import type { WayEdge as Way } from './flow-edges.ts'
import { InsertButton } from './insert-button.tsx'
import { useLane } from './use-lane.ts'
import { WayText } from './way-text.tsx'

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
