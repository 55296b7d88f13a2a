import { useMemo } from 'react'
import { plural } from '../../lib/format/format.ts'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { useComparison, useFullPlan } from './comparison-context.ts'
import styles from './comparison.module.css'
import { PromoteButton } from './promotion/promote-button.tsx'
import { cellGrid } from './grid/cell-grid.ts'
import { Grid } from './grid/grid.tsx'
import { GridToolbar } from './grid/grid-toolbar.tsx'
import { visibleRows } from './grid/visible-rows.ts'
import { AddButtons } from './plan/add-buttons.tsx'
import { toBallot, countDistinctInputs, verdictInput, listMetrics } from '@lathe/verdicts'
import { useStatistics } from './statistics/use-statistics.ts'
import { Verdicts } from './statistics/verdicts.tsx'
import { listCaveats } from './statistics/caveats.ts'
import { explainMissingOutcomes } from './statistics/missing-outcomes.ts'
import { useView } from './view-search.ts'
import { VoteDialog } from './votes/vote-dialog.tsx'
import { lazyComponent } from '../../ui/feedback/lazy-component.ts'
import { Suspense } from '../../ui/feedback/suspense.tsx'

// Load the side pane on demand: it is most of the code and not needed at first.
const SidePane = lazyComponent(() => import('./side-pane.tsx'), 'SidePane')

const LATENCY = { id: 'latency', name: 'Latency', measure: 'latency' } as const

/** Verdicts, grid and side pane. */
export function ComparisonView() {
  const { detail, isFullyLoaded } = useComparison()
  const { variants, cases, evaluators, repeats, errors } = useFullPlan()
  const { view } = useView()
  const { by, show, variant, opened } = view
  const metric = useMemo(() => {
    const metrics = listMetrics(evaluators, errors)
    return metrics.find(({ id }) => id === by) ?? metrics[0] ?? LATENCY
  }, [evaluators, errors, by])
  const grid = useMemo(() => cellGrid(detail.grid), [detail.grid])
  const ballot = useMemo(() => toBallot({ variants }, detail.votes), [variants, detail.votes])
  const statisticsRequest = useMemo(() => {
    // Statistics over the first rows only would be misleading.
    if (!isFullyLoaded) return undefined
    const input = verdictInput({ variants, evaluators, errors }, detail.grid, metric)
    return input && { input, ballot }
  }, [variants, evaluators, errors, detail.grid, ballot, metric, isFullyLoaded])
  const statistics = useStatistics(
    statisticsRequest,
    `${metric.id} ${errors ?? ''} ${variants.length}`,
  )
  const rows = useMemo(
    () =>
      isFullyLoaded || show === 'all'
        ? visibleRows({ cases, variants }, grid, { show, metric, variant })
        : undefined,
    [cases, variants, grid, show, metric, variant, isFullyLoaded],
  )

  const isRunning = detail.status === 'running'
  const different = useMemo(() => countDistinctInputs(cases), [cases])
  const notes = useMemo(() => {
    if (!isFullyLoaded || variants.length === 0) return []
    const cells = detail.grid
    return [
      ...explainMissingOutcomes({ evaluators, cells, metric, isRunning }),
      ...listCaveats({ variants, cases, evaluators }, { cells, different, isRunning }),
    ]
  }, [isFullyLoaded, variants, cases, different, evaluators, detail.grid, metric, isRunning])

  const promoting = variants
    .slice(1)
    .map((candidate) => <PromoteButton key={candidate.key} variant={candidate} />)

  return (
    <div className={styles.split}>
      <div className={styles.main}>
        <Verdicts
          statistics={statistics}
          metric={metric}
          stored={detail.latestVerdict}
          ballot={ballot}
          notes={notes}
          isRunning={isRunning}
          isRepeating={isRunning && repeats > 1}
          promoting={promoting}
        />
        <GridToolbar metric={metric} />
        {variants.length === 0 ? (
          <EmptyState
            title={
              cases.length === 0
                ? 'No variants or cases yet'
                : `${plural(cases.length, 'case')}, no variants yet`
            }
            hint="A column is a prompt or an agent version. A row is a case that it runs on."
            action={<AddButtons />}
          />
        ) : !rows ? (
          <SkeletonRows contentLabel="the cells" />
        ) : (
          <Grid rows={rows} grid={grid} metric={metric} statistics={statistics} />
        )}
      </div>
      <Suspense>{opened && <SidePane grid={grid} />}</Suspense>
      <VoteDialog grid={grid} preferences={statistics?.preferences} />
    </div>
  )
}
