import type { MetricsPoint } from '@lathe/contract'
import type { Recorded } from '@lathe/graph'

type Group = { key: string; total: Pick<MetricsPoint, 'runs' | 'errors' | 'modelCalls' | 'usage'> }

type Sums = { visits: number; failures: number; calls: number; input: number; output: number }

/** What each node of an agent usually took, from the metrics of its nodes and of the steps within them. */
export function recordedNodes(agentId: string, groups: readonly Group[]): Record<string, Recorded> {
  const sums = new Map<string, Sums>()
  for (const { key, total } of groups) {
    if (!key.startsWith(`${agentId}/`)) continue
    const [id = '', ...within] = key.slice(agentId.length + 1).split('/')
    const sum = sums.get(id) ?? { visits: 0, failures: 0, calls: 0, input: 0, output: 0 }
    sums.set(id, {
      visits: sum.visits + (within.length === 0 ? total.runs : 0),
      failures: sum.failures + (within.length === 0 ? total.errors : 0),
      calls: sum.calls + total.modelCalls,
      input: sum.input + total.usage.input,
      output: sum.output + total.usage.output,
    })
  }
  return Object.fromEntries(
    [...sums].flatMap(([id, sum]): [string, Recorded][] => {
      const recorded = usual(sum)
      return recorded ? [[id, recorded]] : []
    }),
  )
}

/** The call that a visit failed with took nothing, and one whose provider counts nothing tells nothing. */
function usual({ visits, failures, calls, input, output }: Sums): Recorded | undefined {
  const answered = Math.max(calls - failures, 1)
  if (visits === 0 || calls === 0 || input === 0) return undefined
  return { callsPerVisit: calls / visits, input: input / answered, output: output / answered }
}
