import type { Span, Trace, Json } from '@lathe/contract'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../lib/api/api.ts'
import { runEventsQuery } from '../../../lib/api/read-events.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { SplitPane } from '../../../ui/layout/split-pane.tsx'
import { RunGraph } from '../../../ui/still-graph/run-graph.tsx'
import { forksQuery } from '../branches/branches.ts'
import { createPlayer, forkMarks, stepFrom } from './player.ts'
import { Scrubber } from './scrubber.tsx'
import { usePlayback, useWatchSearch } from './use-playback.ts'
import { WatchSpans } from './watch-spans.tsx'
import type { RunView } from '../../../lib/run-view/run-view.ts'
import { FieldChangeView } from '../../../ui/json/field-change.tsx'
import { JsonView } from '../../../ui/json/json-view.tsx'
import { Markdown } from '../../../ui/messages/markdown.tsx'
import { jsonChanges } from '../../../lib/format/json-changes.ts'
import styles from './watch.module.css'

type WatchViewProps = { trace: Trace; spans: readonly Span[] }

/** Plays a recording without running anything. */
export function WatchView({ trace, spans }: WatchViewProps) {
  if (trace.status === 'running') {
    return (
      <EmptyState title="The run has not ended" hint="A run can be watched once it has ended." />
    )
  }
  return trace.runId === null ? (
    <WatchSpans spans={spans} />
  ) : (
    <WatchRun runId={trace.runId} threadId={trace.threadId} />
  )
}

function WatchRun({ runId, threadId }: { runId: string; threadId: string | null }) {
  const { data: events } = useSuspenseQuery(runEventsQuery(runId))
  const { data: graph } = useQuery(api.runs.graph.queryOptions({ input: { id: runId } }))
  const { data: forks = [] } = useQuery(forksQuery(threadId))
  const player = useMemo(() => createPlayer(events), [events])
  const search = useWatchSearch()
  const { position, isPlaying, toggle, seek } = usePlayback({
    length: player.length,
    from: search.position,
    speed: search.speed,
    onPause: search.setPosition,
  })
  const view = useMemo(() => player.viewAt(position), [player, position])
  const mark = player.marks.findLast((candidate) => candidate.position <= position)
  const before = useMemo(
    () => player.viewAt((mark?.position ?? 0) - 0.001).channels,
    [player, mark],
  )

  return (
    <section className={styles.watch} aria-label="Recording">
      <div className={styles.stage}>
        <SplitPane
          name="watch"
          panes={[
            {
              id: 'graph',
              size: 60,
              min: '300px',
              content: graph && <RunGraph document={graph} view={view} group="Watch" />,
            },
            {
              id: 'moment',
              size: 40,
              min: '280px',
              content: <CurrentStep view={view} before={before} superstep={mark?.superstep} />,
            },
          ]}
        />
      </div>
      <Scrubber
        length={player.length}
        position={position}
        isPlaying={isPlaying}
        marks={player.marks.map((mark) => mark.position)}
        forks={forkMarks(player, runId, forks)}
        speed={search.speed}
        onToggle={toggle}
        onSeek={seek}
        onStep={(direction) => seek(stepFrom(player, position, direction))}
        onSpeed={search.setSpeed}
      />
    </section>
  )
}

type CurrentStepProps = {
  view: RunView
  /** The state before the shown step. */
  before: Readonly<Record<string, Json>>
  superstep: number | undefined
}

/** Shows streaming messages and the changes of the current step. */
export function CurrentStep({ view, before, superstep }: CurrentStepProps) {
  const changes = jsonChanges(before, view.channels)
  const streaming = Object.values(view.messages).filter(({ message }) => message === null)
  const last = view.transcript.findLast(({ type }) => type === 'message')
  const visibleMessages = streaming.length > 0 ? streaming : last ? [view.messages[last.id]] : []
  const hasStarted = view.stepOrder.length > 0
  if (!hasStarted) return <EmptyState title="Not started" hint="Press play or step forward." />
  return (
    <div className={styles.moment} role="region" aria-label="Current step" tabIndex={0}>
      <section className={styles.part}>
        <h2>{superstep === undefined ? 'Before the first step' : `Step ${superstep}`}</h2>
        {changes.length === 0 ? (
          <p className={styles.faint}>No changes yet</p>
        ) : (
          changes.map((field, index) => (
            // Two fields can share a path when a list item is replaced.
            <FieldChangeView key={`${index} ${field.path}`} field={field} />
          ))
        )}
      </section>
      {visibleMessages.map(
        (message) =>
          message && (
            <section
              key={message.id}
              className={styles.part}
              aria-label={`Message of ${message.node}`}
            >
              <h2>
                {message.node}{' '}
                {message.message === null && <span className={styles.faint}>streaming</span>}
              </h2>
              {message.text !== '' && <Markdown text={message.text} />}
              {message.toolArgs !== '' && <pre className={styles.args}>{message.toolArgs}</pre>}
            </section>
          ),
      )}
      <section className={styles.part}>
        <h2>State</h2>
        <JsonView label="State" value={view.channels} />
      </section>
    </div>
  )
}
