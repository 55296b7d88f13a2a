import { useMemo } from 'react'
import { plural } from '../../lib/format.ts'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useComparison, useWholePlan } from './comparison-context.ts'
import styles from './comparison.module.css'
import { PromoteButton } from './after/promote-button.tsx'
import { cellGrid } from './grid/cell-grid.ts'
import { Grid } from './grid/grid.tsx'
import { GridToolbar } from './grid/grid-toolbar.tsx'
import { shownRows } from './grid/shown-rows.ts'
import { AddButtons } from './plan/add-buttons.tsx'
import { toBallot, countDistinctInputs, verdictInput, listMetrics } from '@lathe/verdicts'
import { useStatistics } from './statistics/use-statistics.ts'
import { Verdicts } from './statistics/verdicts.tsx'
import { caveatsOf } from './statistics/caveats.ts'
import { whyNoOutcome } from './statistics/why-no-outcome.ts'
import { useView } from './view-search.ts'
import { VoteDialog } from './votes/vote-dialog.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Suspense } from '../../ui/suspense.tsx'

// Load the side pane on demand: it is most of the code and not needed at first.
const SidePane = lazyPart(() => import('./side-pane.tsx'), 'SidePane')

const LATENCY = { id: 'latency', name: 'Latency', measure: 'latency' } as const

/** Verdicts, grid and side pane. */
export function ComparisonView() {
  const { detail, isWhole } = useComparison()
  const { variants, cases, checks, repeats, errors } = useWholePlan()
  const { view } = useView()
  const { by, show, variant, opened } = view
  const yardstick = useMemo(() => {
    const yardsticks = listMetrics(checks, errors)
    return yardsticks.find(({ id }) => id === by) ?? yardsticks[0] ?? LATENCY
  }, [checks, errors, by])
  const grid = useMemo(() => cellGrid(detail.grid), [detail.grid])
  const ballot = useMemo(() => toBallot({ variants }, detail.votes), [variants, detail.votes])
  const asked = useMemo(() => {
    // Statistics over the first rows only would be misleading.
    if (!isWhole) return undefined
    const input = verdictInput({ variants, checks, errors }, detail.grid, yardstick)
    return input && { input, ballot }
  }, [variants, checks, errors, detail.grid, ballot, yardstick, isWhole])
  const statistics = useStatistics(asked, `${yardstick.id} ${errors ?? ''} ${variants.length}`)
  const rows = useMemo(
    () =>
      isWhole || show === 'all'
        ? shownRows({ cases, variants }, grid, { show, yardstick, variant })
        : undefined,
    [cases, variants, grid, show, yardstick, variant, isWhole],
  )

  const isRunning = detail.status === 'running'
  const different = useMemo(() => countDistinctInputs(cases), [cases])
  const why = useMemo(() => {
    if (!isWhole || variants.length === 0) return []
    const cells = detail.grid
    return [
      ...whyNoOutcome({ checks, cells, yardstick, isRunning }),
      ...caveatsOf({ variants, cases, checks }, { cells, different, isRunning }),
    ]
  }, [isWhole, variants, cases, different, checks, detail.grid, yardstick, isRunning])

  const promoting = variants
    .slice(1)
    .map((candidate) => <PromoteButton key={candidate.key} variant={candidate} />)

  return (
    <div className={styles.split}>
      <div className={styles.main}>
        <Verdicts
          statistics={statistics}
          yardstick={yardstick}
          told={detail.latestVerdict}
          ballot={ballot}
          why={why}
          isRunning={isRunning}
          isRepeating={isRunning && repeats > 1}
          promoting={promoting}
        />
        <GridToolbar yardstick={yardstick} />
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
          <SkeletonRows awaiting="the cells" />
        ) : (
          <Grid rows={rows} grid={grid} yardstick={yardstick} statistics={statistics} />
        )}
      </div>
      <Suspense>{opened && <SidePane grid={grid} />}</Suspense>
      <VoteDialog grid={grid} preferences={statistics?.preferences} />
    </div>
  )
}
