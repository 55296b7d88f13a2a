import type { ExperimentResults, Experiment } from '@lathe/contract'
import { SegmentedControl, Select } from '@mantine/core'
import { useSuspenseQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { api } from '../../../lib/api/api.ts'
import { formatExactCount, plural } from '../../../lib/format/format.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { useStatistics } from '../statistics/use-statistics.ts'
import { Verdicts } from '../statistics/verdicts.tsx'
import { answerColumns, useRepeats } from './answer-columns.tsx'
import { type AnswerRow, answerRows, type Show, choiceKey } from './answer-rows.ts'
import { ExportMenu } from './export-menu.tsx'
import { buildStatisticsRequest, type ExperimentMetric, listMetrics } from './experiment-metrics.ts'
import { ExperimentSummary } from './experiment-summary.tsx'
import shared from '../comparison.module.css'

const route = getRouteApi('/compare/experiments')

/** Minimum column width. Below it, headers are cut off. */
const COLUMN = 190

const SHOWS: { value: Show; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'different', label: 'Different' },
  { value: 'errors', label: 'Errors' },
  { value: 'improved', label: 'Improved' },
  { value: 'regressed', label: 'Regressed' },
]

/** Compares experiments on a dataset side by side. */
export function ExperimentsPage() {
  const { of: ids = [] } = route.useSearch()
  if (ids.length === 0)
    return (
      <>
        <PageHeader title="Experiments" />
        <EmptyState
          title="No experiment selected"
          hint="Choose experiments from the list."
          action={
            <Link to="/compare" search={{ tab: 'experiments' }}>
              All experiments
            </Link>
          }
        />
      </>
    )
  return <Results ids={ids} />
}

function Results({ ids }: { ids: string[] }) {
  const { data: results } = useSuspenseQuery(
    api.experiments.results.queryOptions({ input: { ids } }),
  )
  const { by, show = 'all', chosen } = route.useSearch()
  const navigate = route.useNavigate()
  const goTo = useNavigate()
  const metrics = useMemo(() => listMetrics(results), [results])
  const metric = metrics.find(({ id }) => id === by) ?? metrics[0] ?? LATENCY
  const statisticsRequest = useMemo(
    () => buildStatisticsRequest(results, metric),
    [results, metric],
  )
  const statistics = useStatistics(statisticsRequest, `${metric.id} ${ids.join()}`)
  const all = useMemo(() => answerRows(results, { show: 'all', metric }), [results, metric])
  const rows = useMemo(
    () => answerRows(results, { show, metric, choiceFilter: chosen }),
    [results, show, metric, chosen],
  )
  const repeats = useRepeats()
  const columns = useMemo(
    () => answerColumns(results.experiments, repeats),
    [results.experiments, repeats],
  )
  const showOnly = (ids: string[]) => void navigate({ search: (old) => ({ ...old, of: ids }) })
  const { dataset } = results

  return (
    <div className={shared.page}>
      <PageHeader
        title="Experiments"
        facts={
          <span className={shared.muted}>
            on{' '}
            <Link
              to="/datasets/$name"
              params={{ name: dataset.name }}
              search={{ tab: 'experiments' }}
            >
              {dataset.name}
            </Link>
          </span>
        }
        actions={
          <>
            <AddExperiment results={results} onAdd={(id) => showOnly([...ids, id])} />
            <ExportMenu ids={ids} />
          </>
        }
      />
      <Verdicts statistics={statistics} metric={metric} stored={null} />
      <Notes results={results} metric={metric} />
      <ExperimentSummary results={results} metric={metric} onChange={showOnly} />
      <div className={shared.toolbar}>
        <span className={shared.by}>
          <span className={shared.muted}>Metric</span>
          <Select
            aria-label="Metric"
            w={180}
            allowDeselect={false}
            data={metrics.map(({ id, name }) => ({ value: id, label: name }))}
            value={metric.id}
            onChange={(id) => void navigate({ search: (old) => ({ ...old, by: id ?? undefined }) })}
          />
        </span>
        <span className={shared.gap} />
        <span className={shared.muted} role="status">
          {rows.length === results.examples.length
            ? plural(rows.length, 'example')
            : `${rows.length} of ${plural(results.examples.length, 'example')}`}
        </span>
        {metric.measure === 'vote' && (
          <ChosenFilter
            experiments={results.experiments}
            rows={all}
            choiceFilter={chosen}
            onChange={(next) => void navigate({ search: (old) => ({ ...old, chosen: next }) })}
          />
        )}
        {results.experiments.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label="Filter examples"
            data={SHOWS.filter(({ value }) => isPerAnswer(metric) || !MOVES.includes(value))}
            value={show}
            onChange={(next) => void navigate({ search: (old) => ({ ...old, show: next }) })}
          />
        )}
      </div>
      <DataTable
        label="Results"
        columns={columns}
        rows={rows}
        rowId={({ example }) => example.id}
        onOpen={({ example }) =>
          void goTo({
            to: '/datasets/$name',
            params: { name: dataset.name },
            search: { open: example.id },
          })
        }
        options={{
          rowHeight: hasRepeats(rows) ? 96 : 80,
          minWidth: COLUMN * (results.experiments.length + 2),
          empty: <EmptyState title="No matching examples" />,
        }}
      />
    </div>
  )
}

const hasRepeats = (rows: readonly AnswerRow[]) =>
  rows.some(({ sides }) => sides.some(({ answers }) => answers.length > 1))

const MOVES: readonly Show[] = ['improved', 'regressed']

/** Whether a single answer has a value for this metric. */
const isPerAnswer = ({ measure }: ExperimentMetric) => measure !== 'vote' && measure !== 'unscaled'

const LATENCY: ExperimentMetric = { id: 'latency', name: 'Latency', measure: 'latency' }

function Notes({ results, metric }: { results: ExperimentResults; metric: ExperimentMetric }) {
  const notes = [
    results.omitted > 0 &&
      `Only the first ${formatExactCount(results.answers.length)} answers are compared. ${formatExactCount(results.omitted)} more are left out.`,
    results.missing.length > 0 &&
      `${plural(results.missing.length, 'experiment')} in this link ${results.missing.length === 1 ? 'has' : 'have'} been deleted.`,
    metric.measure === 'unscaled' &&
      `Scores of ${metric.name} are not all between 0 and 1, so there is no verdict.`,
  ].filter((note) => note !== false)
  if (notes.length === 0) return null
  return <p className={shared.batch}>{notes.join(' ')}</p>
}

type AddExperimentProps = { results: ExperimentResults; onAdd: (id: string) => void }

/** Adds another experiment on the same dataset. Renders nothing if there is none. */
export function AddExperiment({ results: { dataset, experiments }, onAdd }: AddExperimentProps) {
  const { data = [] } = useQuery(
    api.datasets.experiments.queryOptions({ input: { dataset: dataset.id } }),
  )
  const shownIds = new Set(experiments.map(({ id }) => id))
  const otherExperiments = data.filter(({ id }) => !shownIds.has(id))
  if (otherExperiments.length === 0) return null
  return (
    <Select
      key={experiments.length}
      aria-label="Add experiment"
      placeholder="Add experiment"
      searchable
      w={220}
      data={otherExperiments.map(({ id, name }) => ({ value: id, label: name }))}
      value={null}
      onChange={(id) => id !== null && onAdd(id)}
    />
  )
}

type ChosenFilterProps = {
  experiments: readonly Experiment[]
  /** All rows, for the counts. */
  rows: readonly AnswerRow[]
  choiceFilter: string | undefined
  onChange: (chosen: string | undefined) => void
}

/** Filters by the pairwise judges' choice. */
export function ChosenFilter({ experiments, rows, choiceFilter, onChange }: ChosenFilterProps) {
  const counts = Map.groupBy(rows, ({ choice }) => choice && choiceKey(choice))
  const options = [
    ...experiments.map(({ id, name }) => ({ value: id, label: `${name} preferred` })),
    { value: 'tie', label: 'Tie' },
    { value: 'none', label: 'No verdict' },
  ]
  return (
    <Select
      aria-label="Preferred side"
      placeholder="Any preference"
      clearable
      w={230}
      data={options.map(({ value, label }) => ({
        value,
        label: `${label} (${counts.get(value)?.length ?? 0})`,
      }))}
      value={options.some(({ value }) => value === choiceFilter) ? (choiceFilter ?? null) : null}
      onChange={(value) => onChange(value ?? undefined)}
    />
  )
}
