import { BaseEdge, EdgeLabelRenderer, type EdgeProps, useStore } from '@xyflow/react'
import type { GraphEdge } from '@lathe/contract'
import { memo } from 'react'
import { wayLane } from '../../ui/way-lane.ts'
import { isWayBack, wayPath } from '../../ui/way-path.ts'
import { wayFlow } from '../workbench/run/way-flow.ts'
import { useRunView } from '../workbench/workbench-context.ts'
import styles from './edge.module.css'
import { InsertButton } from './insert-button.tsx'
import type { WayEdge as Way } from './flow-edges.ts'

/** A way from node to node, with its port, fan-out and loop bound written on it. */
export const WayEdge = memo(function WayEdge(props: EdgeProps<Way>) {
  const { id, source, target, data, selected, markerEnd } = props
  const lane = useLane(props)
  const [path, x, y] = wayPath(props, lane)
  const flow = useRunView((view) => wayFlow(view, source, target))
  if (!data) return null

  return (
    <>
      <BaseEdge
        id={id}
        path={path}
        interactionWidth={20}
        className={styles.path ?? ''}
        data-flow={flow}
        data-role={data.way.when === 'error' ? 'error' : undefined}
        {...(markerEnd !== undefined && { markerEnd })}
      />
      <EdgeLabelRenderer>
        <div
          className={`${styles.label} nodrag nopan`}
          style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
          data-selected={selected || undefined}
        >
          <EdgeText way={data.way} />
          {selected && <InsertButton index={data.index} at={[x, y]} />}
        </div>
      </EdgeLabelRenderer>
    </>
  )
})

/** Where a way back passes between the cards as they stand now; other ways need no lane. */
function useLane(way: EdgeProps<Way>): number | undefined {
  return useStore(({ nodeLookup }) => {
    if (!isWayBack(way)) return undefined
    const cards = [...nodeLookup.values()]
      .filter(({ type }) => type !== 'note')
      .map(({ internals, measured }) => ({
        ...internals.positionAbsolute,
        width: measured.width ?? 0,
        height: measured.height ?? 0,
      }))
    const { sourceX, sourceY, targetX, targetY } = way
    return wayLane(cards, { x: sourceX, y: sourceY }, { x: targetX, y: targetY })
  })
}

function EdgeText({ way }: { way: GraphEdge }) {
  if (way.when === undefined && !way.each && way.max === undefined) return null
  return (
    <span className={styles.text}>
      {way.when !== undefined && <span>{way.when}</span>}
      {way.each && (
        <span title={`One copy for each element of ${way.each.of}`}>
          each {way.each.as}
          {way.each.max !== undefined && ` ≤ ${way.each.max}`}
        </span>
      )}
      {way.max !== undefined && (
        <span title="How often this way may be taken in one run">max {way.max}×</span>
      )}
    </span>
  )
}
