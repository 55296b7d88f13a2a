import type { GraphEdge } from '@lathe/contract'
import styles from './edge.module.css'

type EdgeLabelProps = {
  edge: GraphEdge
  x: number
  y: number
}

/** Edge label as SVG text: a portal per label would cost time at each frame. */
export function EdgeLabel({ edge, x, y }: EdgeLabelProps) {
  const parts = edgeLabelParts(edge)
  if (parts.length === 0) return null
  return (
    <text className={styles.text} x={x} y={y}>
      <title>{parts.map(([, title]) => title).join('\n')}</title>
      {parts.map(([part]) => part).join(' · ')}
    </text>
  )
}

export function edgeLabelParts({ when, each, max }: GraphEdge): [text: string, title: string][] {
  const limit = each?.max === undefined ? '' : ` ≤ ${each.max}`
  return [
    ...(when === undefined ? [] : [[when, `Taken by ${when}`] satisfies [string, string]]),
    ...(each
      ? [
          [`each ${each.as}${limit}`, `One copy for each element of ${each.of}`] satisfies [
            string,
            string,
          ],
        ]
      : []),
    ...(max === undefined
      ? []
      : [[`max ${max}×`, 'How often a run may take this edge'] satisfies [string, string]]),
  ]
}
