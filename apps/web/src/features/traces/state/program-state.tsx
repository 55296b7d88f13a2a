import {
  type GraphRun,
  findGraphRuns,
  INPUT_NODE,
  findGraphLocation,
  type DerivedState,
  deriveState,
  readWrites,
} from '@lathe/traces'
import { Select } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { SpanDetail, Span } from '@lathe/contract'
import { useQueries } from '@tanstack/react-query'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { type TraceViewModel, useSelectSpan } from '../views/use-trace-view-model.ts'
import { StepList, ChannelChange } from './step-list.tsx'
import { JsonView } from '../../../ui/json/json-view.tsx'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { Payload } from '../span/payload.tsx'
import { spanQuery } from '../trace-queries.ts'
import styles from './state.module.css'

const route = getRouteApi('/traces/$traceId')

type ProgramStateProps = { model: TraceViewModel; selectedId: string | undefined }

/** Shows the state of an external LangGraph program, derived from its nodes' inputs and outputs. */
export function ProgramState({ model, selectedId }: ProgramStateProps) {
  const { tree, spans } = model
  const graphs = useMemo(() => findGraphRuns(tree), [tree])
  const byId = useMemo(() => new Map(spans.map((span) => [span.id, span])), [spans])
  const { graph, superstep } = findGraphLocation(graphs, byId, selectedId)
  const { at = superstep } = route.useSearch()
  if (!graph) {
    return (
      <EmptyState
        title="No state"
        hint="State is available for Lathe runs and LangGraph programs."
      />
    )
  }
  const index = graph.steps.findIndex((step) => step.superstep === at)
  const stepIndex = index < 0 ? graph.steps.length - 1 : index
  return (
    <div className={styles.state}>
      <StepList
        steps={graph.steps.map((step) => ({
          at: step.superstep,
          title: stepTitle(step),
          nodes: joinSpanTitles(step.spans),
        }))}
        current={graph.steps[stepIndex]?.superstep ?? -1}
      />
      <div className={styles.shown} role="region" aria-label="State" tabIndex={0}>
        <header className={styles.head}>
          <h2>{stepTitle(graph.steps[stepIndex])}</h2>
          {graphs.length > 1 && <GraphSelect graphs={graphs} selectedGraph={graph} />}
        </header>
        <p className={`${styles.part} ${styles.faint}`}>
          Derived from the inputs and outputs of nodes: the program did not send its state.
        </p>
        <DerivedStep key={`${graph.id} ${stepIndex}`} graph={graph} stepIndex={stepIndex} />
      </div>
    </div>
  )
}

const stepTitle = (step: GraphRun['steps'][number] | undefined) =>
  step?.spans.every(({ name }) => name === INPUT_NODE) ? 'Input' : `Step ${step?.superstep ?? ''}`

type GraphSelectProps = { graphs: readonly GraphRun[]; selectedGraph: GraphRun }

/** Selects a graph: subgraphs have their own state. */
function GraphSelect({ graphs, selectedGraph }: GraphSelectProps) {
  const select = useSelectSpan()
  return (
    <Select
      size="xs"
      aria-label="Graph"
      allowDeselect={false}
      data={graphs.map((graph, index) => ({ value: graph.id, label: graphLabel(graph, index) }))}
      value={selectedGraph.id}
      onChange={(id) => id !== null && select(id)}
    />
  )
}

/** Numbers the graphs, because several can have the same name. */
function graphLabel({ span }: GraphRun, index: number): string {
  const name = span?.node && span.name !== span.node ? `${span.name} in ${span.node}` : span?.name
  return `${index + 1}. ${name ?? 'graph not received'}`
}

type Channels = NonNullable<DerivedState['after']>
type StateSnapshot = { before: Channels; after: Channels; untold: DerivedState['unknownChannels'] }

type DerivedStepProps = { graph: GraphRun; stepIndex: number }

/** Shows how a superstep changed the channels, and the update each of its nodes wrote. */
function DerivedStep({ graph, stepIndex }: DerivedStepProps) {
  const { payloads, index, hiddenCount, error, retry } = useSuperstepPayloads(graph, stepIndex)
  if (error) return <ErrorPanel action="load the state" error={error} onRetry={retry} />
  if (!payloads) return <SkeletonRows contentLabel="the state" count={4} />
  const members = payloads.steps[index] ?? []
  const { before, after, unknownChannels: untold } = deriveState(payloads, index, hiddenCount === 0)
  const writers = writersIn(members)
  const channels = before && after ? { before, after, untold } : undefined
  const changed = channels ? changedIn(channels, new Set(writers.keys())) : []
  return (
    <>
      {channels &&
        changed.map((channel) => (
          <ChannelChange
            key={channel}
            channel={channel}
            details={[formatWriters(writers.get(channel))]}
            before={channels.before[channel]}
            after={channels.after[channel]}
          />
        ))}
      {members.map((span) => (
        <NodeUpdate key={span.id} span={span} />
      ))}
      {hiddenCount > 0 && (
        <p className={`${styles.part} ${styles.faint}`}>{hiddenCount} more executions not shown</p>
      )}
      <section className={styles.part}>
        <h2>{after ? 'Channels after this step' : 'Channels before this step'}</h2>
        {after || before ? (
          <JsonView label="State" value={after ?? before} />
        ) : (
          <p className={styles.faint}>The channels are unknown: no node received them.</p>
        )}
      </section>
    </>
  )
}

/**
 * Channels that were written or changed. The previous value of a channel that first appears here is
 * unknown.
 */
const changedIn = (
  { before, after, untold }: StateSnapshot,
  writtenChannels: ReadonlySet<string>,
): string[] =>
  Object.keys(after).filter(
    (channel) =>
      (writtenChannels.has(channel) && !untold.has(channel)) ||
      (channel in before && JSON.stringify(before[channel]) !== JSON.stringify(after[channel])),
  )

const formatWriters = (names: ReadonlySet<string> | undefined) =>
  names && `by ${[...names].join(', ')}`

function writersIn(spans: readonly SpanDetail[]): ReadonlyMap<string, ReadonlySet<string>> {
  const writers = new Map<string, Set<string>>()
  for (const span of spans) {
    for (const channel of readWrites(span).updates.flatMap((update) => Object.keys(update)))
      writers.set(channel, (writers.get(channel) ?? new Set()).add(span.name))
  }
  return writers
}

/** Shows a node's update before reducers are applied. */
function NodeUpdate({ span }: { span: SpanDetail }) {
  const select = useSelectSpan()
  const { updates, goto } = readWrites(span)
  return (
    <section className={styles.part} aria-label={`Update by ${span.name}`}>
      <h2>
        <button type="button" className={styles.node} onClick={() => select(span.id)}>
          {span.name === INPUT_NODE ? 'Input' : span.name}
        </button>{' '}
        <span className={styles.faint}>{describeUpdate(span, updates.length, goto)}</span>
      </h2>
      {updates.map((update, index) => (
        <Payload key={index} label={`Update by ${span.name}`} value={update} />
      ))}
    </section>
  )
}

const nodeLabel = (node: string) => (node === '__end__' ? 'the end' : node)

function describeUpdate({ status }: SpanDetail, updates: number, goto: readonly string[]): string {
  const sent = goto.length > 0 ? `, went to ${goto.map(nodeLabel).join(', ')}` : ''
  if (updates > 0) return `wrote${sent}`
  if (status === 'running') return 'still runs'
  if (status === 'interrupted') return 'waiting for input'
  if (status === 'error') return 'failed and wrote nothing'
  return `wrote nothing${sent}`
}

/** Limit of fan-out executions whose payloads are loaded. */
const MAX_SPANS = 24

/** Loads the payloads of a superstep and its neighbours. Undefined until all are loaded. */
function useSuperstepPayloads({ span: graph, steps }: GraphRun, stepIndex: number) {
  const from = Math.max(0, stepIndex - 1)
  const nearbySteps = steps.slice(from, stepIndex + 3).map(({ spans }) => spans.slice(0, MAX_SPANS))
  const includesEnd = from + nearbySteps.length === steps.length
  const requestedSpans = [...nearbySteps.flat(), ...(includesEnd && graph ? [graph] : [])]
  const results = useQueries({
    queries: requestedSpans.map((span) => spanQuery(span)),
  })
  const byId = new Map(results.flatMap(({ data }) => (data ? [[data.id, data] as const] : [])))
  const pickDetails = (ids: readonly { id: string }[]): SpanDetail[] =>
    ids.flatMap(({ id }) => byId.get(id) ?? [])
  const end = includesEnd && graph ? (byId.get(graph.id)?.outputs ?? null) : null
  return {
    payloads: results.every(({ data }) => data)
      ? { steps: nearbySteps.map((spans) => pickDetails(spans)), end }
      : undefined,
    index: stepIndex - from,
    hiddenCount: Math.max(0, (steps[stepIndex]?.spans.length ?? 0) - MAX_SPANS),
    error: results.find(({ error }) => error)?.error,
    retry: () => {
      for (const { refetch, error } of results) if (error) void refetch()
    },
  }
}

/** The names of the nodes that ran, with counts for fan-outs. */
const joinSpanTitles = (spans: readonly Span[]): string =>
  [...Map.groupBy(spans, ({ name }) => name)]
    .filter(([name]) => name !== INPUT_NODE)
    .map(([name, { length }]) => (length > 1 ? `${name} ×${length}` : name))
    .join(', ')
