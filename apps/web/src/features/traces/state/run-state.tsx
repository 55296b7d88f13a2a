import type { GraphDocument, Trace, Json, RunEvent } from '@lathe/contract'
import { reducerName, channelReducer } from '@lathe/graph'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Button } from '@mantine/core'
import { IconGitFork } from '@tabler/icons-react'
import { api } from '../../../lib/api/api.ts'
import { runEventsQuery } from '../../../lib/api/read-events.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { JsonView } from '../../../ui/json/json-view.tsx'
import { ChannelChange, StepList } from './step-list.tsx'
import styles from './state.module.css'

const route = getRouteApi('/traces/$traceId')

/** Shows the channel changes of each superstep with their writers and reducers. */
export function RunState({ trace, runId }: { trace: Trace; runId: string }) {
  const { data: events } = useSuspenseQuery(runEventsQuery(runId))
  const { data: graph } = useQuery(
    api.runs.graph.queryOptions({ input: { id: runId }, staleTime: Infinity }),
  )
  const { at } = route.useSearch()
  const steps = useMemo(() => listSupersteps(events), [events])
  const step = steps.find(({ seq }) => seq === at) ?? steps.at(-1)
  if (!step) return <EmptyState title="No state was written" />

  return (
    <div className={styles.state}>
      <StepList
        steps={steps.map(({ seq, superstep, writers }) => ({
          at: seq,
          title: stepTitle(superstep),
          nodes: formatWriters(writers),
        }))}
        current={step.seq}
      />
      <div className={styles.shown} role="region" aria-label="State" tabIndex={0}>
        <header className={styles.head}>
          <h2>{stepTitle(step.superstep)}</h2>
          <ForkLink trace={trace} step={step} />
        </header>
        <StepChanges step={step} graph={graph} />
        <section className={styles.part}>
          <h2>Channels after this step</h2>
          <JsonView key={step.seq} label="State" value={step.after} />
        </section>
      </div>
    </div>
  )
}

const stepTitle = (superstep: number) => (superstep < 0 ? 'Input' : `Step ${superstep}`)

const formatWriters = (writers: Superstep['writers']): string =>
  [...new Set(Object.values(writers).flat())].join(', ')

function StepChanges({ step, graph }: { step: Superstep; graph: GraphDocument | undefined }) {
  const { before, after, writers } = step
  const changed = Object.keys(after).filter(
    (channel) => channel in writers || before[channel] !== after[channel],
  )
  if (changed.length === 0) {
    return <p className={`${styles.part} ${styles.faint}`}>No channel changed.</p>
  }
  return changed.map((channel) => (
    <ChannelChange
      key={channel}
      channel={channel}
      details={[
        writers[channel] && `by ${writers[channel].join(', ')}`,
        reducerText(graph, channel),
      ]}
      before={before[channel]}
      after={after[channel]}
    />
  ))
}

function reducerText(graph: GraphDocument | undefined, name: string): string {
  const channel = graph?.state[name]
  return channel ? `reducer ${reducerName(channelReducer(channel))}` : ''
}

type ForkLinkProps = { trace: Trace; step: Superstep }

/** Opens the checkpoint on its thread, where its state can be edited and forked. */
function ForkLink({ trace: { threadId, tags }, step: { checkpointId, next } }: ForkLinkProps) {
  // The last checkpoint cannot be continued.
  if (next.length === 0) return null
  // A replay's thread cannot be continued.
  if (threadId === null || checkpointId === null || tags.includes('replay')) return null
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconGitFork size={14} />}
      title="Continue from this state, or edit it first. Creates a new branch and overwrites nothing."
      renderRoot={(props) => (
        <Link
          to="/threads/$thread"
          params={{ thread: threadId }}
          search={{ at: checkpointId }}
          {...props}
        />
      )}
    >
      Edit and fork…
    </Button>
  )
}

type Channels = Readonly<Record<string, Json>>

type Superstep = {
  /**
   * The event's sequence number. A replayed superstep occurs twice with the same superstep number.
   */
  seq: number
  superstep: number
  /** Null if no checkpoint was saved. */
  checkpointId: string | null
  before: Channels
  after: Channels
  writers: Readonly<Record<string, readonly string[]>>
  next: readonly string[]
}

export function listSupersteps(events: readonly RunEvent[]): Superstep[] {
  let before: Channels = {}
  return events.flatMap(({ seq, body }) => {
    if (body.type !== 'state') return []
    const after = { ...before, ...body.channels }
    const { superstep, checkpointId, writers, next } = body
    const step: Superstep = { seq, superstep, checkpointId, before, after, writers, next }
    before = after
    return [step]
  })
}
