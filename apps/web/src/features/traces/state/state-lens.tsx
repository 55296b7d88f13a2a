import type { GraphDocument, Trace } from '@lathe/contract'
import { reducerName, reducerOf } from '@lathe/graph'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { api } from '../../../lib/api.ts'
import { jsonChanges } from '../../../lib/json-changes.ts'
import { eventsQuery } from '../../../lib/read-events.ts'
import { useWhileHere } from '../../../lib/use-while-here.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FieldChangeView } from '../../../ui/field-change.tsx'
import { JsonView } from '../../../ui/json-view.tsx'
import { ForkLink } from './fork-link.tsx'
import { type Superstep, superstepsOf } from './supersteps.ts'
import styles from './state.module.css'

const route = getRouteApi('/traces/$traceId')

/** The channels at each superstep: what changed, who wrote it, and by which reducer. */
export function StateLens({ trace }: { trace: Trace }) {
  if (trace.runId === null) {
    return <EmptyState title="No state" hint="Only Lathe's own runs tell their state." />
  }
  if (trace.status === 'running') {
    return <EmptyState title="It still runs" hint="Its state can be read once it waits or ends." />
  }
  return <StateOfRun trace={trace} runId={trace.runId} />
}

function StateOfRun({ trace, runId }: { trace: Trace; runId: string }) {
  const { data: events } = useSuspenseQuery(eventsQuery(runId))
  const { data: graph } = useQuery(
    api.runs.graph.queryOptions({ input: { id: runId }, staleTime: Infinity }),
  )
  const { at } = route.useSearch()
  const navigate = route.useNavigate()
  const whileHere = useWhileHere()
  const steps = useMemo(() => superstepsOf(events), [events])
  const step = steps.find(({ seq }) => seq === at) ?? steps.at(-1)
  if (!step) return <EmptyState title="It wrote no state" />

  return (
    <div className={styles.state}>
      <nav className={styles.steps} aria-label="Supersteps">
        {steps.map(({ seq, superstep, writers }) => (
          <button
            key={seq}
            type="button"
            aria-current={seq === step.seq || undefined}
            onClick={() =>
              whileHere(() =>
                navigate({ search: (search) => ({ ...search, at: seq }), replace: true }),
              )
            }
          >
            <span>{superstep < 0 ? 'Input' : `Step ${superstep}`}</span>
            <span className={styles.faint}>{writersOf(writers)}</span>
          </button>
        ))}
      </nav>
      <div className={styles.shown} role="region" aria-label="State" tabIndex={0}>
        <header className={styles.head}>
          <h2>{step.superstep < 0 ? 'Input' : `Step ${step.superstep}`}</h2>
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
    <section key={channel} className={styles.part}>
      <h2>
        {channel}{' '}
        <span className={styles.faint}>
          {[writers[channel] && `by ${writers[channel].join(', ')}`, reducerText(graph, channel)]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </h2>
      {jsonChanges({ [channel]: before[channel] }, { [channel]: after[channel] }).map(
        (field, index) => (
          // Two fields may have one path, where a list's item gave way to another.
          <FieldChangeView key={`${index} ${field.path}`} field={field} />
        ),
      )}
    </section>
  ))
}

function reducerText(graph: GraphDocument | undefined, name: string): string {
  const channel = graph?.state[name]
  return channel ? `reducer ${reducerName(reducerOf(channel))}` : ''
}
