import type { MetricsPoint } from '@lathe/contract'
import type { Recorded } from '@lathe/graph'

type Group = { key: string; total: Pick<MetricsPoint, 'runs' | 'modelCalls' | 'usage'> }

type Sums = { visits: number; calls: number; input: number; output: number }

/** What each node of an agent usually took, from the metrics of its nodes and of the steps within them. */
export function recordedNodes(agentId: string, groups: readonly Group[]): Record<string, Recorded> {
  const sums = new Map<string, Sums>()
  for (const { key, total } of groups) {
    if (!key.startsWith(`${agentId}/`)) continue
    const [id = '', ...within] = key.slice(agentId.length + 1).split('/')
    const sum = sums.get(id) ?? { visits: 0, calls: 0, input: 0, output: 0 }
    sums.set(id, {
      visits: sum.visits + (within.length === 0 ? total.runs : 0),
      calls: sum.calls + total.modelCalls,
      input: sum.input + total.usage.input,
      output: sum.output + total.usage.output,
    })
  }
  // Calls that all failed, or whose provider counts nothing, say nothing of the next one.
  return Object.fromEntries(
    [...sums].flatMap(([id, { visits, calls, input, output }]): [string, Recorded][] =>
      visits > 0 && calls > 0 && input > 0
        ? [[id, { callsPerVisit: calls / visits, input: input / calls, output: output / calls }]]
        : [],
    ),
  )
}
