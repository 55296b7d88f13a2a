import type { Span, Trace } from '@lathe/contract'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../lib/api.ts'
import { eventsQuery } from '../../../lib/read-events.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SplitPane } from '../../../ui/split-pane.tsx'
import { RunGraph } from '../../../ui/still-graph/run-graph.tsx'
import { Moment } from './moment.tsx'
import { forksQuery } from '../branches/read-branches.ts'
import { createPlayer, forksOf, stepFrom } from './player.ts'
import { Scrubber } from './scrubber.tsx'
import { usePlayback } from './use-playback.ts'
import { useWatchSearch } from './use-watch-search.ts'
import { WatchSpans } from './watch-spans.tsx'
import styles from './watch.module.css'

type WatchViewProps = { trace: Trace; spans: readonly Span[] }

/** The recording, played; nothing runs. */
export function WatchView({ trace, spans }: WatchViewProps) {
  if (trace.status === 'running') {
    return (
      <EmptyState title="It still runs" hint="What has ended can be watched from its beginning." />
    )
  }
  return trace.runId === null ? (
    <WatchSpans spans={spans} />
  ) : (
    <WatchRun runId={trace.runId} threadId={trace.threadId} />
  )
}

function WatchRun({ runId, threadId }: { runId: string; threadId: string | null }) {
  const { data: events } = useSuspenseQuery(eventsQuery(runId))
  const { data: graph } = useQuery(api.runs.graph.queryOptions({ input: { id: runId } }))
  const { data: forks = [] } = useQuery(forksQuery(threadId))
  const player = useMemo(() => createPlayer(events), [events])
  const search = useWatchSearch()
  const { at, isPlaying, toggle, seek } = usePlayback({
    length: player.length,
    from: search.at,
    speed: search.speed,
    onRest: search.setAt,
  })
  const view = useMemo(() => player.viewAt(at), [player, at])
  const mark = player.marks.findLast((each) => each.at <= at)
  const before = useMemo(() => player.viewAt((mark?.at ?? 0) - 0.001).channels, [player, mark])

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
              content: <Moment view={view} before={before} superstep={mark?.superstep} />,
            },
          ]}
        />
      </div>
      <Scrubber
        length={player.length}
        at={at}
        isPlaying={isPlaying}
        marks={player.marks.map((each) => each.at)}
        forks={forksOf(player, runId, forks)}
        speed={search.speed}
        onToggle={toggle}
        onSeek={seek}
        onStep={(by) => seek(stepFrom(player, at, by))}
        onSpeed={search.setSpeed}
      />
    </section>
  )
}
