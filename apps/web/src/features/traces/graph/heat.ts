import type { Spending } from '@lathe/contract'
import type { TopologyNode } from '@lathe/traces'
import { formatCount, formatDuration, formatSpent } from '../../../lib/format.ts'

export type Heat = 'time' | 'tokens' | 'cost'

type Measured = Spending & Pick<TopologyNode, 'total' | 'usage'>

const measures: Record<Heat, (node: Measured) => number> = {
  time: ({ total }) => total,
  tokens: ({ usage }) => usage.input + usage.output,
  cost: ({ pricedCost }) => pricedCost,
}

export const measure = (node: Measured, heat: Heat): number => measures[heat](node)

/** In the words of what is being measured. */
export function measured(node: Measured, heat: Heat): string {
  if (heat === 'time') return formatDuration(node.total / 1_000)
  if (heat === 'cost') return formatSpent(node)
  return `${formatCount(node.usage.input + node.usage.output)} tokens`
}
