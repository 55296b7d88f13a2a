import { replayReport } from '@lathe/traces'
import { Button } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useSuspenseQueries } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useHotkeys } from '../../../lib/browser/hotkeys.ts'
import { usePageTitle } from '../../../lib/browser/page-title.ts'
import { useWhileCurrent } from '../../../lib/browser/use-while-current.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Deltas } from '../report/deltas.tsx'
import styles from '../report/report.module.css'
import { type ReportSearch, ReportView } from '../report/report-view.tsx'
import { replayVerdict, VerdictLine } from '../report/verdict.tsx'
import { executionQuery, type RecordedExecution, SpanDiff } from './span-diff.tsx'

const route = getRouteApi('/traces/diff')
const names = { recording: 'A', replay: 'B' }

/** Compares any two traces. */
export function TraceDiffPage() {
  const { a, b } = route.useSearch()
  usePageTitle('Compare traces')
  if (a === undefined || b === undefined) {
    return (
      <EmptyState
        isPage
        title="Select two traces"
        hint="In the trace list, press C on one trace and then on another."
        action={
          <Button renderRoot={(props) => <Link to="/traces" search={{}} {...props} />}>
            All traces
          </Button>
        }
      />
    )
  }
  return <TraceComparison a={a} b={b} />
}

function TraceComparison({ a, b }: { a: string; b: string }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const whileHere = useWhileCurrent()
  const [{ data: first }, { data: second }] = useSuspenseQueries({
    queries: [executionQuery(a), executionQuery(b)],
  })
  const report = useMemo(() => replayReport(first, second), [first, second])
  const graph = second.graph ?? first.graph ?? undefined
  const hasCalls = first.exchanges.length > 0 && second.exchanges.length > 0
  const swapSides = () =>
    whileHere(() =>
      navigate({
        search: (current) => ({ ...current, a: b, b: a, step: undefined }),
        replace: true,
      }),
    )
  const setSearch = (change: ReportSearch) =>
    whileHere(() => navigate({ search: (current) => ({ ...current, ...change }), replace: true }))
  useHotkeys([{ keys: 'x', label: 'Swap traces', group: 'Comparison', run: swapSides }])

  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1>Compare traces</h1>
        <TraceLink name="A" execution={first} />
        <TraceLink name="B" execution={second} />
        <span className={styles.actions}>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconArrowsExchange size={14} />}
            onClick={swapSides}
          >
            Swap
          </Button>
        </span>
      </header>
      {hasCalls && (
        <VerdictLine
          {...replayVerdict({ ...report, verdict: toRowTone(report.verdict) }, undefined, graph)}
        />
      )}
      <Deltas
        {...report}
        durationMs={{ recording: traceDuration(first), replay: traceDuration(second) }}
        spending={{ recording: first.trace, replay: second.trace }}
      />
      <div className={styles.fill}>
        {hasCalls ? (
          <ReportView
            report={report}
            recording={a}
            replay={b}
            names={names}
            graph={graph}
            isReplay={false}
            search={search}
            onSearch={setSearch}
          />
        ) : (
          <SpanDiff
            first={first}
            second={second}
            names={names}
            search={search}
            onSearch={setSearch}
          />
        )}
      </div>
    </div>
  )
}

const traceDuration = ({ trace }: RecordedExecution) => trace.activeMs

/** A failed trace is a difference, not an error of the comparison. */
const toRowTone = <V extends string>(verdict: V) => (verdict === 'error' ? 'diverged' : verdict)

function TraceLink({ name, execution: { trace } }: { name: string; execution: RecordedExecution }) {
  return (
    <span>
      {name}{' '}
      <Link to="/traces/$traceId" params={{ traceId: trace.id }} search={{}}>
        {trace.title || trace.name}
      </Link>
    </span>
  )
}
