import {
  type GraphRun,
  graphRunsOf,
  INPUT_NODE,
  placeAmong,
  type DerivedState,
  deriveState,
  writesOf,
} from '@lathe/traces'
import { Select } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { SpanDetail, Span } from '@lathe/contract'
import { useQueries } from '@tanstack/react-query'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { type Lens, useSelectSpan } from '../lens/use-lens.ts'
import { StepList, ChannelChange } from './step-list.tsx'
import { JsonView } from '../../../ui/json-view.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx'
import { Payload } from '../payload.tsx'
import { spanQuery } from '../trace-queries.ts'
import styles from './state.module.css'

const route = getRouteApi('/traces/$traceId')

type ProgramStateProps = { lens: Lens; selectedId: string | undefined }

/** The state of another program's LangGraph graph, as its nodes were handed it. */
export function ProgramState({ lens, selectedId }: ProgramStateProps) {
  const { tree, spans } = lens
  const graphs = useMemo(() => graphRunsOf(tree), [tree])
  const byId = useMemo(() => new Map(spans.map((span) => [span.id, span])), [spans])
  const { graph, superstep } = placeAmong(graphs, byId, selectedId)
  const { at = superstep } = route.useSearch()
  if (!graph) {
    return (
      <EmptyState
        title="No state"
        hint="Only Lathe’s own runs and LangGraph’s programs tell their state."
      />
    )
  }
  const index = graph.steps.findIndex((step) => step.superstep === at)
  const shown = index < 0 ? graph.steps.length - 1 : index
  return (
    <div className={styles.state}>
      <StepList
        steps={graph.steps.map((step) => ({
          at: step.superstep,
          title: titleOf(step),
          who: titleOfSpans(step.spans),
        }))}
        current={graph.steps[shown]?.superstep ?? -1}
      />
      <div className={styles.shown} role="region" aria-label="State" tabIndex={0}>
        <header className={styles.head}>
          <h2>{titleOf(graph.steps[shown])}</h2>
          {graphs.length > 1 && <GraphSelect graphs={graphs} chosen={graph} />}
        </header>
        <p className={`${styles.part} ${styles.faint}`}>
          Derived from what its nodes were handed and gave back: the program did not send its state.
        </p>
        <DerivedStep key={`${graph.id} ${shown}`} graph={graph} at={shown} />
      </div>
    </div>
  )
}

const titleOf = (step: GraphRun['steps'][number] | undefined) =>
  step?.spans.every(({ name }) => name === INPUT_NODE) ? 'Input' : `Step ${step?.superstep ?? ''}`

type GraphSelectProps = { graphs: readonly GraphRun[]; chosen: GraphRun }

/** Sub-graphs have a state of their own. */
function GraphSelect({ graphs, chosen }: GraphSelectProps) {
  const select = useSelectSpan()
  return (
    <Select
      size="xs"
      aria-label="Graph"
      allowDeselect={false}
      data={graphs.map((graph, index) => ({ value: graph.id, label: labelOf(graph, index) }))}
      value={chosen.id}
      onChange={(id) => id !== null && select(id)}
    />
  )
}

/** Many bear one name: the number tells them apart. */
function labelOf({ span }: GraphRun, index: number): string {
  const name = span?.node && span.name !== span.node ? `${span.name} in ${span.node}` : span?.name
  return `${index + 1}. ${name ?? 'Graph not received'}`
}

type Channels = NonNullable<DerivedState['after']>
type Known = { before: Channels; after: Channels; untold: DerivedState['untold'] }

type DerivedStepProps = { graph: GraphRun; at: number }

/** What a superstep made of the channels, as far as the nodes around it saw them; and what each of its nodes wrote. */
function DerivedStep({ graph, at }: DerivedStepProps) {
  const { stretch, index, left, error, retry } = useStretch(graph, at)
  if (error) return <ErrorPanel attempted="load the state" error={error} onRetry={retry} />
  if (!stretch) return <SkeletonRows awaiting="the state" count={4} />
  const members = stretch.steps[index] ?? []
  const { before, after, untold } = deriveState(stretch, index, left === 0)
  const writers = writersIn(members)
  const known = before && after ? { before, after, untold } : undefined
  const changed = known ? changedIn(known, new Set(writers.keys())) : []
  return (
    <>
      {known &&
        changed.map((channel) => (
          <ChannelChange
            key={channel}
            channel={channel}
            about={[by(writers.get(channel))]}
            before={known.before[channel]}
            after={known.after[channel]}
          />
        ))}
      {members.map((span) => (
        <NodeWrote key={span.id} span={span} />
      ))}
      {left > 0 && (
        <p className={`${styles.part} ${styles.faint}`}>{left} more of its copies not shown.</p>
      )}
      <section className={styles.part}>
        <h2>{after ? 'Channels after it' : 'Channels before it'}</h2>
        {after || before ? (
          <JsonView label="State" value={after ?? before} />
        ) : (
          <p className={styles.faint}>No node around it was handed them.</p>
        )}
      </section>
    </>
  )
}

/** What was written, and what else became different: of a channel first seen now nobody knows. */
const changedIn = ({ before, after, untold }: Known, written: ReadonlySet<string>): string[] =>
  Object.keys(after).filter(
    (channel) =>
      (written.has(channel) && !untold.has(channel)) ||
      (channel in before && JSON.stringify(before[channel]) !== JSON.stringify(after[channel])),
  )

const by = (names: ReadonlySet<string> | undefined) => names && `by ${[...names].join(', ')}`

/** Which nodes wrote to which channels. */
function writersIn(spans: readonly SpanDetail[]): ReadonlyMap<string, ReadonlySet<string>> {
  const writers = new Map<string, Set<string>>()
  for (const span of spans) {
    for (const channel of writesOf(span).updates.flatMap((update) => Object.keys(update)))
      writers.set(channel, (writers.get(channel) ?? new Set()).add(span.name))
  }
  return writers
}

/** The update a node gave back, before any reducer. */
function NodeWrote({ span }: { span: SpanDetail }) {
  const select = useSelectSpan()
  const { updates, goto } = writesOf(span)
  return (
    <section className={styles.part} aria-label={`What ${span.name} wrote`}>
      <h2>
        <button type="button" className={styles.node} onClick={() => select(span.id)}>
          {span.name === INPUT_NODE ? 'The input' : span.name}
        </button>{' '}
        <span className={styles.faint}>{wroteWhat(span, updates.length, goto)}</span>
      </h2>
      {updates.map((update, index) => (
        <Payload key={index} label={`Update by ${span.name}`} value={update} />
      ))}
    </section>
  )
}

const placeName = (node: string) => (node === '__end__' ? 'the end' : node)

function wroteWhat({ status }: SpanDetail, updates: number, goto: readonly string[]): string {
  const sent = goto.length > 0 ? `, went to ${goto.map(placeName).join(', ')}` : ''
  if (updates > 0) return `wrote${sent}`
  if (status === 'running') return 'still runs'
  if (status === 'interrupted') return 'waits for an answer'
  if (status === 'error') return 'failed and wrote nothing'
  return `wrote nothing${sent}`
}

/** Copies of a fan-out whose payloads are read. */
const MOST = 24

/** The payloads of a superstep and of those around it; undefined until all are there. */
function useStretch({ span: graph, steps }: GraphRun, at: number) {
  const from = Math.max(0, at - 1)
  const near = steps.slice(from, at + 3).map(({ spans }) => spans.slice(0, MOST))
  const isToEnd = from + near.length === steps.length
  const asked = [...near.flat(), ...(isToEnd && graph ? [graph] : [])]
  const results = useQueries({
    queries: asked.map((span) => spanQuery(span)),
  })
  const byId = new Map(results.flatMap(({ data }) => (data ? [[data.id, data] as const] : [])))
  const detailsOf = (ids: readonly { id: string }[]): SpanDetail[] =>
    ids.flatMap(({ id }) => byId.get(id) ?? [])
  const end = isToEnd && graph ? (byId.get(graph.id)?.outputs ?? null) : null
  return {
    stretch: results.every(({ data }) => data)
      ? { steps: near.map((spans) => detailsOf(spans)), end }
      : undefined,
    index: at - from,
    left: Math.max(0, (steps[at]?.spans.length ?? 0) - MOST),
    error: results.find(({ error }) => error)?.error,
    retry: () => {
      for (const { refetch, error } of results) if (error) void refetch()
    },
  }
}

/** Which nodes ran, copies of a fan-out counted. */
const titleOfSpans = (spans: readonly Span[]): string =>
  [...Map.groupBy(spans, ({ name }) => name)]
    .filter(([name]) => name !== INPUT_NODE)
    .map(([name, { length }]) => (length > 1 ? `${name} ×${length}` : name))
    .join(', ')
