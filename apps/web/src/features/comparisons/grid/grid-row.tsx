import { type ComparisonCase, isImageDataUrl } from '@lathe/contract'
import { memo } from 'react'
import type { Metric } from '@lathe/verdicts'
import { TextOrPicture } from '../../../ui/pictures/picture.tsx'
import { useFullPlan } from '../comparison-context.ts'
import { CellView } from '../cells/cell-view.tsx'
import { inputText, outputText } from '../cells/cell-output.tsx'
import { useView } from '../view-search.ts'
import { type CellGrid, cellsAt } from './cell-grid.ts'
import type { GridPosition } from './use-grid-keys.ts'
import { describePicture } from '../../../lib/values/pictures.ts'
import shared from '../comparison.module.css'
import styles from './grid.module.css'

type GridRowProps = {
  row: ComparisonCase
  index: number
  top: number
  height: number
  grid: CellGrid
  metric: Metric
  activeColumn: number | undefined
  isRunning: boolean
  onActive: (place: GridPosition) => void
}

/** Memoized: the grid renders on every scroll frame. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, index, top, height, grid, metric, activeColumn, isRunning, onActive } = props
  const { variants } = useFullPlan()
  const { view, openPanel } = useView()
  const { opened } = view
  const focusable = (column: number) => ({
    tabIndex: activeColumn === column ? 0 : -1,
    'data-place': `${index}.${column}`,
    onFocus: () => onActive({ row: index, column }),
  })
  const isOpened = opened?.type === 'case' && opened.key === row.key

  return (
    <div
      role="row"
      aria-rowindex={index + 3}
      className={styles.row}
      style={{ transform: `translateY(${top}px)`, height }}
    >
      <div
        {...focusable(0)}
        role="rowheader"
        aria-label={rowLabel(row)}
        className={styles.case}
        data-opened={isOpened || undefined}
        data-fields={Object.keys(row.input).length + (row.reference === null ? 0 : 1)}
        onClick={() => openPanel({ type: 'case', key: row.key })}
      >
        {row.name !== '' && <strong>{row.name}</strong>}
        {Object.entries(row.input).map(([name, value]) => (
          <span
            key={name}
            className={styles.input}
            data-picture={isImageDataUrl(value) || undefined}
          >
            <span className={shared.muted}>{name}</span>{' '}
            <TextOrPicture name={name} text={inputText(value)} tabIndex={-1} />
          </span>
        ))}
        {Object.keys(row.input).length === 0 && <span className={shared.muted}>No input</span>}
        {row.reference !== null && (
          <span className={styles.input}>
            <span className={shared.muted}>expected</span> {outputText(row.reference)}
          </span>
        )}
      </div>
      {variants.map(({ key }, column) => (
        <div
          key={key}
          {...focusable(column + 1)}
          role="gridcell"
          className={styles.cell}
          data-opened={
            (opened?.type === 'cell' && opened.variant === key && opened.case === row.key) ||
            undefined
          }
          onClick={(event) => {
            const isControl =
              event.target instanceof Element && event.target.closest('a, button') !== null
            if (!isControl) openPanel({ type: 'cell', variant: key, case: row.key })
          }}
        >
          <CellView
            cells={cellsAt(grid, key, row.key)}
            baseline={column === 0 ? undefined : cellsAt(grid, variants[0]?.key ?? '', row.key)}
            reference={row.reference}
            metric={metric}
            view={view.cells}
            isRunning={isRunning}
          />
        </div>
      ))}
    </div>
  )
})

const MOST = 120

/** The row's accessible name: as much of the case as distinguishes it. */
export function rowLabel({ name, input }: Pick<ComparisonCase, 'name' | 'input'>): string {
  const fields = Object.entries(input).map(([field, value]) => {
    const text = inputText(value)
    return `${field} ${describePicture(text) ?? text.slice(0, MOST)}`
  })
  const text = [name, ...fields].filter((part) => part !== '').join(', ')
  if (text === '') return 'No input'
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text
}
