import type { TopologyNode } from '@lathe/traces'
import { formatCost, formatCount, formatDuration } from '../../../lib/format.ts'

export type Heat = 'time' | 'tokens' | 'cost'

type Measured = Pick<TopologyNode, 'total' | 'usage' | 'cost'>

const measures: Record<Heat, (node: Measured) => number | null> = {
  time: ({ total }) => total,
  tokens: ({ usage }) => usage.input + usage.output,
  cost: ({ cost }) => cost,
}

export const measure = (node: Measured, heat: Heat): number => measures[heat](node) ?? 0

/** In the words of what is being measured. */
export function measured(node: Measured, heat: Heat): string {
  if (heat === 'time') return formatDuration(node.total / 1_000)
  if (heat === 'cost') return formatCost(node.cost)
  return `${formatCount(node.usage.input + node.usage.output)} tokens`
}
