import { UnstyledButton } from '@mantine/core'
import type { Variant } from '@lathe/contract'
import type { FieldChange } from '@lathe/graph'
import type { PassRate } from '@lathe/stats'
import { memo, useMemo } from 'react'
import { FieldChangeView } from '../../../ui/json/field-change.tsx'
import { useComparison, useFullPlan } from '../comparison-context.ts'
import shared from '../comparison.module.css'
import own from './column-figures.module.css'
import styles from './grid.module.css'
import { type Metric, findCaseChange } from '@lathe/verdicts'
import { baseName, changesAgainst } from '../variants/changes.ts'
import { type Documents, useOutdatedVariants } from '../variants/documents.ts'
import { useView } from '../view-search.ts'
import { type CellGrid, cellsAt } from './cell-grid.ts'
import { ColumnFacts } from './column-facts.tsx'

type ColumnFiguresProps = {
  variant: Variant
  index: number
  documents: Documents
  grid: CellGrid
  metric: Metric
  rate: PassRate | undefined
}

/** A variant's changes and summary. Scrolls away with the first rows. */
export const ColumnFigures = memo(function ColumnFigures(props: ColumnFiguresProps) {
  const { variant, index, documents, grid, metric, rate } = props
  const { isFullyLoaded, detail } = useComparison()
  const isRunning = detail.status === 'running'
  const isOutdated = useOutdatedVariants().has(variant.key)
  const { variants, cases } = useFullPlan()
  const [baseline] = variants
  const cells = useMemo(
    () => cases.flatMap(({ key }) => cellsAt(grid, variant.key, key)),
    [cases, grid, variant.key],
  )

  return (
    // Exclude the summary from the header that screen readers repeat for each cell.
    <div role="columnheader" aria-label={`Summary of ${variant.name}`} className={styles.head}>
      <div className={own.changes} tabIndex={-1}>
        {index === 0 || !baseline ? (
          <span className={shared.muted}>{baseName(variant)}</span>
        ) : (
          <Changes baseline={baseline} variant={variant} documents={documents} />
        )}
      </div>
      {isOutdated && (
        <p className={own.moved} role="status">
          The agent has changed since this run. Run again to update.
        </p>
      )}
      {/* Reserves the space but hides the figures until all rows are loaded. */}
      <div className={own.figures} aria-hidden={!isFullyLoaded || undefined}>
        <ColumnFacts
          cells={cells}
          rate={rate}
          hasRate={metric.measure === 'pass'}
          isPending={isRunning}
        />
        {index > 0 && baseline && (
          <ChangeFilters
            variant={variant}
            baseline={baseline}
            grid={grid}
            metric={metric}
            isAwaited={isRunning}
          />
        )}
      </div>
    </div>
  )
})

type ChangesProps = { baseline: Variant; variant: Variant; documents: Documents }

function Changes({ baseline, variant, documents }: ChangesProps) {
  const changes = useMemo(
    () => changesAgainst(baseline, variant, documents),
    [baseline, variant, documents],
  )
  if (!changes) return null
  if (changes.type === 'other') return <span className={shared.muted}>{changes.text}</span>
  if (changes.fields.length === 0) {
    return <span className={shared.muted}>Same as the baseline (A/A comparison)</span>
  }
  // Long texts are cut off, so show short changes first.
  const isLong = ({ form }: FieldChange) => Number(form !== 'value')
  return changes.fields
    .toSorted((a, b) => isLong(a) - isLong(b))
    .map((field) => <FieldChangeView key={field.path} field={field} />)
}

type ChangeFiltersProps = Pick<ColumnFiguresProps, 'variant' | 'grid' | 'metric'> & {
  baseline: Variant
  isAwaited: boolean
}

/** Counts improved and regressed cases. A click filters the grid. */
function ChangeFilters({ variant, baseline, grid, metric, isAwaited }: ChangeFiltersProps) {
  const { cases } = useFullPlan()
  const { view, setView } = useView()
  const { hasCompared, ...counts } = useMemo(() => {
    const changes = cases.map(({ key }) =>
      findCaseChange(cellsAt(grid, baseline.key, key), cellsAt(grid, variant.key, key), metric),
    )
    const count = (change: string) => changes.filter((item) => item === change).length
    const hasCompared = changes.some((item) => item !== undefined)
    return { improved: count('improved'), regressed: count('regressed'), hasCompared }
  }, [cases, grid, baseline.key, variant.key, metric])

  const toggle = (show: 'improved' | 'regressed') => {
    const isOn = view.show === show && view.variant === variant.key
    setView(isOn ? { show: 'all', variant: undefined } : { show, variant: variant.key })
  }
  if (!hasCompared && !isAwaited) return null
  return (
    <div className={hasCompared ? undefined : shared.pending}>
      <div className={styles.columnLine}>
        {(['improved', 'regressed'] as const).map((show) => (
          <UnstyledButton
            key={show}
            className={styles.change}
            data-change={show}
            aria-pressed={view.show === show && view.variant === variant.key}
            onClick={() => toggle(show)}
          >
            {show === 'improved' ? '▲' : '▼'} {counts[show]} {show}
          </UnstyledButton>
        ))}
      </div>
    </div>
  )
}
