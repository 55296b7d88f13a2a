import type { GraphDocument, Trace } from '@lathe/contract'
import { reducerName, reducerOf } from '@lathe/graph'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { api } from '../../../lib/api.ts'
import { eventsQuery } from '../../../lib/read-events.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { JsonView } from '../../../ui/json-view.tsx'
import { ChannelChange } from './channel-change.tsx'
import { ForkLink } from './fork-link.tsx'
import { StepList } from './step-list.tsx'
import { type Superstep, superstepsOf } from './supersteps.ts'
import styles from './state.module.css'

const route = getRouteApi('/traces/$traceId')

/** What changed at each superstep, who wrote it, and by which reducer. */
export function RunState({ trace, runId }: { trace: Trace; runId: string }) {
  const { data: events } = useSuspenseQuery(eventsQuery(runId))
  const { data: graph } = useQuery(
    api.runs.graph.queryOptions({ input: { id: runId }, staleTime: Infinity }),
  )
  const { at } = route.useSearch()
  const steps = useMemo(() => superstepsOf(events), [events])
  const step = steps.find(({ seq }) => seq === at) ?? steps.at(-1)
  if (!step) return <EmptyState title="It wrote no state" />

  return (
    <div className={styles.state}>
      <StepList
        steps={steps.map(({ seq, superstep, writers }) => ({
          at: seq,
          title: titleOf(superstep),
          who: writersOf(writers),
        }))}
        current={step.seq}
      />
      <div className={styles.shown} role="region" aria-label="State" tabIndex={0}>
        <header className={styles.head}>
          <h2>{titleOf(step.superstep)}</h2>
          <ForkLink trace={trace} step={step} />
        </header>
        <Changes step={step} graph={graph} />
        <section className={styles.part}>
          <h2>All channels after it</h2>
          <JsonView key={step.seq} label="State" value={step.after} />
        </section>
      </div>
    </div>
  )
}

const titleOf = (superstep: number) => (superstep < 0 ? 'Input' : `Step ${superstep}`)

const writersOf = (writers: Superstep['writers']): string =>
  [...new Set(Object.values(writers).flat())].join(', ')

function Changes({ step, graph }: { step: Superstep; graph: GraphDocument | undefined }) {
  const { before, after, writers } = step
  const changed = Object.keys(after).filter(
    (channel) => channel in writers || before[channel] !== after[channel],
  )
  if (changed.length === 0) {
    return <p className={`${styles.part} ${styles.faint}`}>It wrote to no channel.</p>
  }
  return changed.map((channel) => (
    <ChannelChange
      key={channel}
      channel={channel}
      about={[writers[channel] && `by ${writers[channel].join(', ')}`, reducerText(graph, channel)]}
      before={before[channel]}
      after={after[channel]}
    />
  ))
}

function reducerText(graph: GraphDocument | undefined, name: string): string {
  const channel = graph?.state[name]
  return channel ? `reducer ${reducerName(reducerOf(channel))}` : ''
}
