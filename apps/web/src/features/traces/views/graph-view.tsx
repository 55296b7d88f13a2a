import {
  findExecutions,
  topologyOfCalls,
  topologyOfExecutions,
  type TopologyNode,
} from '@lathe/traces'
import { Button, SegmentedControl } from '@mantine/core'
import { skipToken, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ReactFlowProvider } from '@xyflow/react'
import { useMemo } from 'react'
import { api } from '../../../lib/api/api.ts'
import { useWhileCurrent } from '../../../lib/browser/use-while-current.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { DisabledReason } from '../../../ui/fields/disabled-reason.tsx'
import { StillGraph } from '../../../ui/still-graph/still-graph.tsx'
import { type TraceViewModel, useSelectSpan } from './use-trace-view-model.ts'
import { executedGraph, inferredGraph, type Heat } from './graph-cards.ts'
import styles from './views.module.css'

const route = getRouteApi('/traces/$traceId')

const HEAT_OPTIONS = [
  { value: 'time', label: 'Time' },
  { value: 'tokens', label: 'Tokens' },
  { value: 'cost', label: 'Cost' },
] as const

type GraphViewProps = { model: TraceViewModel; selectedId: string | undefined }

/** The graph that ran. For external traces, a graph inferred from the spans. */
export function GraphView({ model, selectedId }: GraphViewProps) {
  const { trace, tree, now } = model
  const { heat = 'time' } = route.useSearch()
  const navigate = route.useNavigate()
  const whileHere = useWhileCurrent()
  const { data: document, isPending } = useQuery(
    api.runs.graph.queryOptions({
      input: trace.runId === null ? skipToken : { id: trace.runId },
      staleTime: Number.POSITIVE_INFINITY,
    }),
  )
  const { topology, isGraph } = useMemo(() => {
    const executions = findExecutions(tree, now)
    const isGraph = executions.length > 0
    const hasSucceeded = trace.status === 'success'
    return {
      isGraph,
      topology: isGraph
        ? topologyOfExecutions(executions, hasSucceeded)
        : topologyOfCalls(tree, now),
    }
  }, [tree, now, trace.status])
  const graph = useMemo(
    () => (document ? executedGraph(document, topology, heat) : inferredGraph(topology, heat)),
    [document, topology, heat],
  )
  const selectedNode = useMemo(
    () => [...topology.nodes.values()].find(({ spanIds }) => spanIds.includes(selectedId ?? '')),
    [topology, selectedId],
  )
  const select = useSelectSpan()

  if (trace.runId !== null && isPending) return null
  if (topology.nodes.size === 0) return <EmptyState title="No spans yet" />
  return (
    <section className={styles.fill} aria-label="Graph of the trace">
      <div className={styles.tools}>
        <SegmentedControl
          size="xs"
          aria-label="Color by"
          data={[...HEAT_OPTIONS]}
          value={heat}
          onChange={(next: Heat) =>
            whileHere(() =>
              navigate({ search: (search) => ({ ...search, heat: next }), replace: true }),
            )
          }
        />
        {!document && (
          <p className={styles.hint}>
            Inferred from {isGraph ? 'the order of supersteps' : 'parent and child spans'}: the
            program did not send its graph.
          </p>
        )}
        {selectedNode && selectedNode.count > 1 && (
          <Executions node={selectedNode} selectedId={selectedId} onSelect={select} />
        )}
      </div>
      <div className={styles.rows}>
        <ReactFlowProvider>
          <StillGraph
            cards={graph.cards}
            edges={graph.edges}
            group="Trace"
            selectedId={selectedNode?.id}
            onSelect={(id) => {
              const first = topology.nodes.get(id)?.spanIds[0]
              if (first !== undefined && id !== selectedNode?.id) select(first)
            }}
          />
        </ReactFlowProvider>
      </div>
    </section>
  )
}

type ExecutionsProps = {
  node: TopologyNode
  selectedId: string | undefined
  onSelect: (spanId: string) => void
}

/** Shows which execution of a node is selected and steps to the others. */
function Executions({ node, selectedId, onSelect }: ExecutionsProps) {
  const position = node.spanIds.indexOf(selectedId ?? '')
  const to = (index: number) => {
    const id = node.spanIds[index]
    if (id !== undefined) onSelect(id)
  }
  return (
    <p className={styles.hint}>
      {node.name} · {position + 1} of {node.count}{' '}
      <DisabledReason reason={position <= 0 && 'This is the first execution'}>
        <Button size="compact-xs" variant="subtle" onClick={() => to(position - 1)}>
          Previous
        </Button>
      </DisabledReason>
      <DisabledReason reason={position >= node.count - 1 && 'This is the last execution'}>
        <Button size="compact-xs" variant="subtle" onClick={() => to(position + 1)}>
          Next
        </Button>
      </DisabledReason>
    </p>
  )
}
