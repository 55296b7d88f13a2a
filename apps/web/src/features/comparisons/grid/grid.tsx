import { Button, UnstyledButton } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import type { ComparisonCase, Variant } from '@lathe/contract'
import { useRef, useState, type RefObject, useEffect } from 'react'
import type { Statistics, Metric } from '@lathe/verdicts'
import { plural } from '../../../lib/format/format.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { useSlots } from '../../../ui/layout/use-slots.ts'
import { useVirtualRows } from '../../../ui/table/use-virtual-rows.ts'
import { useComparison, useFullPlan } from '../comparison-context.ts'
import { useDocuments } from '../variants/documents.ts'
import { openedText, useView } from '../view-search.ts'
import { type CellGrid, cellsAt } from './cell-grid.ts'
import { ColumnFigures } from './column-figures.tsx'
import { GridRow } from './grid-row.tsx'
import { isUnrated, nextMatchingCell, useGridKeys } from './use-grid-keys.ts'
import { showLabel } from './visible-rows.ts'
import { useRate } from '../cells/rate-buttons.tsx'
import { baseName } from '../variants/changes.ts'
import { VariantMenu } from '../variants/variant-menu.tsx'
import shared from '../comparison.module.css'
import styles from './grid.module.css'

const ROW = 132
const OVERSCAN = 1

type GridProps = {
  rows: readonly ComparisonCase[]
  grid: CellGrid
  metric: Metric
  statistics: Statistics | undefined
}

/** The grid of cases by variants with virtual rows and keyboard navigation. */
export function Grid({ rows, grid, metric, statistics }: GridProps) {
  const { detail } = useComparison()
  const { variants, cases } = useFullPlan()
  const { view, setView } = useView()
  const documents = useDocuments(variants)
  const { check, rate } = useRate()
  const scrollRef = useRef<HTMLDivElement>(null)
  useScrollToOpened(scrollRef, view.opened && openedText(view.opened))
  const { ref: figuresRef, height: figuresHeight } = useElementSize()
  const [active, setActive] = useState({ row: 0, column: 0 })
  const virtualizer = useVirtualRows({
    scrollRef,
    count: rows.length,
    rowHeight: ROW,
    activeIndex: active.row,
    overscan: OVERSCAN,
    offsetTop: figuresHeight,
  })
  const handleKeyDown = useGridKeys({
    rows,
    active,
    hasHumanEvaluator: check !== undefined,
    nextUnrated: () =>
      check &&
      nextMatchingCell(active, { rows: rows.length, columns: variants.length }, ({ row, column }) =>
        isUnrated(cellsAt(grid, variants[column - 1]?.key ?? '', rows[row]?.key ?? ''), check.key),
      ),
    onRate: ({ row, column }, passes) => {
      const variant = variants[column - 1]
      const rated = rows[row]
      if (variant && rated) rate(cellsAt(grid, variant.key, rated.key), passes)
    },
    onMove: (next) => {
      setActive(next)
      if (next.row === 0) virtualizer.scrollToOffset(0)
      else virtualizer.scrollToIndex(next.row)
      requestAnimationFrame(() =>
        scrollRef.current
          ?.querySelector<HTMLElement>(`[data-place="${next.row}.${next.column}"]`)
          ?.focus(),
      )
    },
  })
  const items = new Map(
    virtualizer.getVirtualItems().map((item) => [rows[item.index]?.key ?? '', item]),
  )
  const slots = useSlots([...items.keys()], virtualizer.isScrolling)

  return (
    <div ref={scrollRef} className={styles.scroll}>
      <div
        role="grid"
        aria-label="Comparison grid"
        aria-rowcount={rows.length + 2}
        aria-colcount={variants.length + 1}
        className={styles.grid}
        style={{ minWidth: 200 + variants.length * 260 }}
        onKeyDown={handleKeyDown}
      >
        <div role="row" aria-rowindex={1} className={styles.headRow}>
          <div role="columnheader" className={styles.corner}>
            <span role="status">
              {rows.length === cases.length
                ? plural(cases.length, 'case')
                : `${rows.length} of ${plural(cases.length, 'case')}`}
            </span>
          </div>
          {variants.map((variant, index) => (
            <ColumnHeader key={variant.key} variant={variant} index={index} />
          ))}
        </div>
        <div ref={figuresRef} role="row" aria-rowindex={2} className={styles.figuresRow}>
          <div role="columnheader" className={styles.corner}>
            <span className={shared.hidden}>Summary</span>
          </div>
          {variants.map((variant, index) => (
            <ColumnFigures
              key={variant.key}
              variant={variant}
              index={index}
              documents={documents}
              grid={grid}
              metric={metric}
              rate={statistics?.rates[index]}
            />
          ))}
        </div>
        <div
          role="presentation"
          className={styles.rows}
          style={{ height: virtualizer.getTotalSize() }}
        >
          {slots.map(({ key, id }) => {
            const item = items.get(id)
            const row = item && rows[item.index]
            return (
              row && (
                <GridRow
                  key={key}
                  row={row}
                  index={item.index}
                  top={item.start - figuresHeight}
                  height={ROW}
                  grid={grid}
                  metric={metric}
                  activeColumn={item.index === active.row ? active.column : undefined}
                  isRunning={detail.status === 'running'}
                  onActive={setActive}
                />
              )
            )
          })}
        </div>
      </div>
      {rows.length === 0 &&
        (view.show === 'all' ? (
          <EmptyState
            title="No cases yet"
            hint="Add a case, or import a table, a file or a dataset."
          />
        ) : (
          <EmptyState
            title={`No cases match “${showLabel(view.show, metric)}”`}
            action={
              <Button
                variant="default"
                onClick={() => setView({ show: 'all', variant: undefined })}
              >
                Show all cases
              </Button>
            }
          />
        ))}
    </div>
  )
}

/** The sticky column header. */
function ColumnHeader({ variant, index }: { variant: Variant; index: number }) {
  const { enterPanel } = useView()
  return (
    <div
      role="columnheader"
      aria-label={index === 0 ? `${variant.name}, baseline` : variant.name}
      className={styles.head}
    >
      <div className={styles.nameLine}>
        <UnstyledButton
          className={styles.headName}
          title="Edit variant"
          onClick={() => enterPanel({ type: 'variant', key: variant.key })}
        >
          {variant.name}
        </UnstyledButton>
        <span className={styles.baseName}>{index === 0 ? 'baseline' : baseName(variant)}</span>
        <VariantMenu variant={variant} />
      </div>
    </div>
  )
}

/** Scrolls the opened cell back into view when the side pane shrinks the grid. */
function useScrollToOpened(scrollRef: RefObject<HTMLElement | null>, opened: string | undefined) {
  useEffect(() => {
    const scroll = scrollRef.current
    if (!scroll || opened === undefined) return undefined
    const observer = new ResizeObserver(() =>
      scroll
        .querySelector('[role="gridcell"][data-opened]')
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    )
    observer.observe(scroll)
    return () => observer.disconnect()
  }, [scrollRef, opened])
}
