import type { ComparisonPlan, SuiteDetail } from '@lathe/contract'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { api } from '../../../lib/api/api.ts'
import { formatCost, formatDuration, formatPercent, plural } from '../../../lib/format/format.ts'
import { CopyButton } from '../../../ui/fields/copy-button.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import shared from '../comparison.module.css'
import styles from './suites.module.css'
import { dollars, milliseconds } from '../../../ui/charts/chart-table-data.ts'
import { HistoryPanel } from './history-panel.tsx'
import { historyPoints, isScored } from './history-points.ts'
import { RunSuite } from './run-suite.tsx'
import { runColumns } from './suite-columns.tsx'
import { SuiteMenu } from './suite-menu.tsx'

const route = getRouteApi('/compare/suites/$id')

const POLL_MS = 1_000

/** Results of an agent's versions on the same cases, run by run. */
export function SuitePage() {
  const { id } = route.useParams()
  const navigate = useNavigate()
  const { data: suite } = useSuspenseQuery(
    api.suites.get.queryOptions({
      input: { id },
      refetchInterval: ({ state }) =>
        state.data?.history.some(({ status }) => status === 'running') ? POLL_MS : false,
    }),
  )
  const formatLevel = isScored(suite.plan) ? formatScore : formatPercent
  const newestFirst = useMemo(() => suite.history.toReversed(), [suite.history])

  return (
    <div className={shared.page}>
      <PageHeader
        title={suite.name}
        facts={<SuiteFacts suite={suite} />}
        actions={
          <>
            <CopyButton
              value={`lathe compare run ${suite.id} --fail-on regress --junit report.xml`}
              label="Copy CI command"
              hasText
            />
            <RunSuite suite={suite} />
            <SuiteMenu suite={suite} />
          </>
        }
      />
      {suite.history.length === 0 ? (
        <EmptyState
          title="No runs yet"
          hint="Each run compares a version with the baseline on the same cases."
        />
      ) : (
        <>
          <History suite={suite} formatLevel={formatLevel} />
          <DataTable
            label="Suite runs"
            columns={runColumns(formatLevel)}
            rows={newestFirst}
            rowId={(run) => run.id}
            onOpen={(run) => void navigate({ to: '/compare/$id', params: { id: run.id } })}
            options={{
              tone: ({ verdict }) => (verdict?.isRegression ? 'error' : undefined),
            }}
          />
        </>
      )}
    </div>
  )
}

const formatScore = (value: number | null) => (value === null ? '—' : value.toFixed(2))

function SuiteFacts({ suite }: { suite: SuiteDetail }) {
  const { agent, baselineVersion, cases, plan, from } = suite
  return (
    <span>
      <Link to="/agents/$agent" params={{ agent }}>
        {agent}
      </Link>{' '}
      compared with v{baselineVersion}
      {changedNodes(plan).length > 0 && ` with changes in ${changedNodes(plan).join(', ')}`} on{' '}
      {plural(cases, 'case')} by {plural(plan.evaluators.length, 'evaluator')}
      {from && (
        <>
          , saved from{' '}
          <Link to="/compare/$id" params={{ id: from.id }}>
            {from.name}
          </Link>
        </>
      )}
    </span>
  )
}

/** Nodes that the saved baseline overrides. */
const changedNodes = ({ variants }: ComparisonPlan): string[] =>
  variants.flatMap(({ base }) => (base.type === 'agent' ? Object.keys(base.overrides) : []))

type HistoryProps = { suite: SuiteDetail; formatLevel: (value: number | null) => string }

function History({ suite, formatLevel }: HistoryProps) {
  const points = useMemo(() => historyPoints(suite.history), [suite.history])
  const isShare = formatLevel === formatPercent
  return (
    <div className={styles.history}>
      <HistoryPanel
        title={isShare ? 'Pass rate' : 'Mean score'}
        points={points}
        version="level"
        baseline="baseline"
        format={formatLevel}
        top={1}
      />
      <HistoryPanel
        title="Latency p50"
        points={points}
        version="p50"
        baseline="baselineP50"
        format={formatDuration}
        unit={milliseconds}
      />
      <HistoryPanel
        title="Cost per run"
        points={points}
        version="cost"
        baseline="baselineCost"
        format={formatCost}
        unit={dollars}
      />
    </div>
  )
}
