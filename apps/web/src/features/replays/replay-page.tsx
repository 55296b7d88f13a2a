import { type ReplayDetail, isEnded } from '@lathe/contract'
import {
  skipToken,
  useQuery,
  useSuspenseQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { api, client } from '../../lib/api/api.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { usePageTitle } from '../../lib/browser/page-title.ts'
import { useWhileCurrent } from '../../lib/browser/use-while-current.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { showToast } from '../../ui/feedback/undo-toast.tsx'
import { ReplayHeader } from './replay-header.tsx'
import { Deltas } from './report/deltas.tsx'
import { MissingRecording } from './report/missing-recording.tsx'
import { type ReportSearch, ReportView } from './report/report-view.tsx'
import { replayVerdict, VerdictLine } from './report/verdict.tsx'
import { useStartReplay } from './start/draft.ts'
import { followEvents } from '../../lib/api/follow-events.ts'
import { plural } from '../../lib/format/format.ts'
import { reduceRun } from '../../lib/run-view/reduce-run.ts'
import { emptyRunView, type RunView } from '../../lib/run-view/run-view.ts'
import { RunGraph } from '../../ui/still-graph/run-graph.tsx'
import styles from './report/report.module.css'

const route = getRouteApi('/replays/$replayId')
const REFRESH_MS = 500
const names = { recording: 'recording', replay: 'replay' }

/** Compares a replay with its recording, verdict first. */
export function ReplayPage() {
  const { replayId } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const whileHere = useWhileCurrent()
  const { data: replay } = useSuspenseQuery({
    ...api.replays.get.queryOptions({ input: { id: replayId } }),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? REFRESH_MS : false),
  })
  const { report, traceId } = replay
  const graph = useQuery(
    api.runs.graph.queryOptions({
      input: report ? { id: replayId } : skipToken,
      staleTime: Number.POSITIVE_INFINITY,
    }),
  )
  const start = useStartReplay()
  const { mode, settings } = replay
  const runLive = (node: string) => {
    const nodes = [...new Set([...(mode === 'only-live' ? (settings.nodes ?? []) : []), node])]
    start.mutate(
      { traceId, ...settings, mode: 'only-live', nodes },
      { onError: (error) => showToast(describeError(error).message, 'error') },
    )
  }
  usePageTitle(`Replay of ${replay.title || 'a run'}`)
  const setSearch = (change: ReportSearch) =>
    whileHere(() => navigate({ search: (current) => ({ ...current, ...change }), replace: true }))

  return (
    <div className={styles.page}>
      <ReplayHeader replay={replay} />
      {report && (
        <>
          <VerdictLine {...replayVerdict(report, replay.mode, graph.data)} />
          <Deltas {...report} />
          {report.error?.code === 'RECORDING_MISS' && (
            <MissingRecording error={report.error} recording={traceId} replay={replayId} />
          )}
        </>
      )}
      <div className={styles.fill}>
        {report ? (
          <ReportView
            report={report}
            recording={traceId}
            replay={replayId}
            names={names}
            graph={graph.data}
            isReplay
            onRunLive={runLive}
            search={search}
            onSearch={setSearch}
          />
        ) : isRunning(replay) ? (
          <LiveReplay key={replayId} replay={replay} />
        ) : (
          <EmptyState
            title="Nothing to compare with"
            hint="The recording was deleted after this replay started. The replay's own trace still exists."
          />
        )}
      </div>
    </div>
  )
}

const isRunning = ({ status }: ReplayDetail): boolean =>
  status === 'pending' || status === 'running'

/** The progress of a running replay on its graph. */
export function LiveReplay({ replay: { id, status } }: { replay: ReplayDetail }) {
  const view = useLiveView(id)
  const { data: graph } = useQuery(api.runs.graph.queryOptions({ input: { id } }))
  const cancel = useMutation(api.runs.cancel.mutationOptions())
  const doneCount = Object.values(view.steps).filter((step) => step.durationMs !== null).length
  const running = Object.entries(view.nodes).flatMap(([node, state]) =>
    state.running > 0 ? [graph?.nodes[node]?.title ?? node] : [],
  )
  return (
    <section className={styles.column} aria-label="Progress">
      <p className={styles.progress} role="status">
        {status === 'pending' ? 'Queued' : `Running · ${plural(doneCount, 'step')} done`}
        {running.length > 0 && ` · now ${running.join(', ')}`}
        <Button
          size="compact-sm"
          variant="default"
          loading={cancel.isPending}
          onClick={() => cancel.mutate({ id })}
        >
          Cancel
        </Button>
      </p>
      <div className={styles.fill}>
        {graph && <RunGraph document={graph} view={view} group="Replay" />}
      </div>
    </section>
  )
}

function useLiveView(id: string): RunView {
  const [view, setView] = useState(emptyRunView)
  const queries = useQueryClient()
  useEffect(() => {
    const stop = new AbortController()
    let latest = emptyRunView
    void followEvents({
      open: (after, signal) => client.runs.events({ id, after }, { signal }),
      receive: (events) => {
        latest = reduceRun(latest, events)
        setView(latest)
      },
      setStreamStatus: () => {},
      position: () => ({
        after: latest.lastSeq,
        hasEnded: latest.status !== null && isEnded(latest.status),
      }),
      signal: stop.signal,
    }).then(() => queries.invalidateQueries({ queryKey: api.replays.key() }))
    return () => stop.abort()
  }, [id, queries])
  return view
}
