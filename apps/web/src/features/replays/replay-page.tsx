import type { ReplayDetail } from '@lathe/contract'
import { skipToken, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api } from '../../lib/api.ts'
import { describeError } from '../../lib/describe-error.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { useWhileHere } from '../../lib/use-while-here.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { showToast } from '../../ui/undo-toast.tsx'
import { LiveReplay } from './live-replay.tsx'
import { ReplayHeader } from './replay-header.tsx'
import { Deltas } from './report/deltas.tsx'
import { MissPanel } from './report/miss-panel.tsx'
import styles from './report/report.module.css'
import { type ReportSearch, ReportView } from './report/report-view.tsx'
import { verdictOf } from './report/verdict.ts'
import { VerdictLine } from './report/verdict-line.tsx'
import { useStartReplay } from './start/use-start-replay.ts'

const route = getRouteApi('/replays/$replayId')
const REFRESH_MS = 500
const names = { tape: 'recording', replay: 'replay' }

/** One replay beside what it replays: the verdict first. */
export function ReplayPage() {
  const { replayId } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const whileHere = useWhileHere()
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
    whileHere(() => navigate({ search: (old) => ({ ...old, ...change }), replace: true }))

  return (
    <div className={styles.page}>
      <ReplayHeader replay={replay} />
      {report && (
        <>
          <VerdictLine {...verdictOf(report, replay.mode, graph.data)} />
          <Deltas {...report} />
          {report.error?.code === 'TAPE_MISS' && (
            <MissPanel error={report.error} tape={traceId} replay={replayId} />
          )}
        </>
      )}
      <div className={styles.fill}>
        {report ? (
          <ReportView
            report={report}
            tape={traceId}
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
            title="There is nothing to compare with"
            hint="The recording was deleted after this replay was started. Its own trace is still there."
          />
        )}
      </div>
    </div>
  )
}

const isRunning = ({ status }: ReplayDetail): boolean =>
  status === 'pending' || status === 'running'
