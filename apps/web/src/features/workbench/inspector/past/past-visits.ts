import type { Run, Span } from '@lathe/contract'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { api, client } from '../../../../lib/api.ts'

/** How far back runs are offered. */
const RUNS = 20
/** Of these the newest that got to the node is shown first. */
const SEARCHED = 5

export const pastRuns = (agentId: string) =>
  api.runs.list.queryOptions({ input: { agent: agentId, limit: RUNS } })

/** Executions of a node in a run, oldest first; steps inside the node are not its own. */
export const visitsIn = (spans: readonly Span[], node: string): Span[] =>
  spans.filter((span) => span.node === node && span.kind === 'chain')

/** The newest of some runs that got to a node; null when none of the first few did. */
export const newestVisit = (node: string, runs: readonly Run[] | undefined) =>
  queryOptions({
    queryKey: ['newest-visit', node, runs?.[0]?.id, runs?.[0]?.status],
    queryFn: runs
      ? async () => {
          for (const { id } of runs.slice(0, SEARCHED)) {
            const { spans } = await client.traces.get({ id })
            if (visitsIn(spans, node).length > 0) return id
          }
          return null
        }
      : skipToken,
  })
