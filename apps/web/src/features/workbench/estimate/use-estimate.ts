import { ZERO_USAGE, type MetricsPoint } from '@lathe/contract'
import {
  type Estimate,
  estimateDocument,
  type EstimateEnvironment,
  type Recorded,
} from '@lathe/graph'
import { computeCost, createPriceFinder } from '@lathe/traces'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { useCalledAgents } from '../called-agents.ts'
import { useWorkbench } from '../workbench-context.ts'

const PAUSE_MS = 300
const DAY = 86_400_000_000
const HISTORY_DAYS = 30

/** Estimates the next run of the draft. Undefined until prices are loaded. */
export function useEstimate(): Estimate | undefined {
  const { store } = useWorkbench()
  const environment = useEstimateEnvironment()
  const [estimate, setEstimate] = useState<Estimate>()

  useEffect(() => {
    if (!environment) return undefined
    const calculate = () => setEstimate(estimateDocument(store.getState().document, environment))
    let timer = window.setTimeout(calculate)
    const stop = store.subscribe(({ document }, { document: before }) => {
      const { nodes, edges, state, input } = document
      // Moving a card changes the document but not the estimate.
      if (
        nodes === before.nodes &&
        edges === before.edges &&
        state === before.state &&
        input === before.input
      )
        return
      window.clearTimeout(timer)
      timer = window.setTimeout(calculate, PAUSE_MS)
    })
    return () => {
      stop()
      window.clearTimeout(timer)
    }
  }, [store, environment])

  return estimate
}

function useEstimateEnvironment(): EstimateEnvironment | undefined {
  const { agentId } = useWorkbench()
  const [now] = useState(() => Date.now() * 1_000)
  const calledAgents = useCalledAgents()
  const { data: prices } = useQuery(api.models.prices.queryOptions())
  const { data: groups } = useQuery(
    api.metrics.groups.queryOptions({
      input: { from: now - HISTORY_DAYS * DAY, to: now + DAY, by: 'node', agent: agentId },
    }),
  )

  return useMemo(() => {
    if (!prices) return undefined
    const findPrice = createPriceFinder(prices)
    return {
      priceCall: (model, usage) => {
        const price = findPrice(model, now)
        return price ? computeCost(price, { ...ZERO_USAGE, ...usage }).total : null
      },
      typical: recordedNodes(agentId, groups ?? []),
      calledAgents,
    }
  }, [agentId, prices, groups, calledAgents, now])
}

type Group = { key: string; total: Pick<MetricsPoint, 'runs' | 'errors' | 'modelCalls' | 'usage'> }

type NodeSums = { visits: number; failures: number; calls: number; input: number; output: number }

/** Returns the average usage of each node, from the metrics of nodes and their nested steps. */
export function recordedNodes(agentId: string, groups: readonly Group[]): Record<string, Recorded> {
  const sums = new Map<string, NodeSums>()
  for (const { key, total } of groups) {
    if (!key.startsWith(`${agentId}/`)) continue
    const [id = '', ...nestedPath] = key.slice(agentId.length + 1).split('/')
    const sum = sums.get(id) ?? { visits: 0, failures: 0, calls: 0, input: 0, output: 0 }
    sums.set(id, {
      visits: sum.visits + (nestedPath.length === 0 ? total.runs : 0),
      failures: sum.failures + (nestedPath.length === 0 ? total.errors : 0),
      calls: sum.calls + total.modelCalls,
      input: sum.input + total.usage.input,
      output: sum.output + total.usage.output,
    })
  }
  return Object.fromEntries(
    [...sums].flatMap(([id, sum]): [string, Recorded][] => {
      const recorded = averageUsage(sum)
      return recorded ? [[id, recorded]] : []
    }),
  )
}

/** Ignores failed calls and calls without reported usage. */
function averageUsage({ visits, failures, calls, input, output }: NodeSums): Recorded | undefined {
  const answerCount = Math.max(calls - failures, 1)
  if (visits === 0 || calls === 0 || input === 0) return undefined
  return { callsPerVisit: calls / visits, input: input / answerCount, output: output / answerCount }
}
