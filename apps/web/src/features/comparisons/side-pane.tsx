import { CloseButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { AddCases } from './cases/add-cases.tsx'
import { DatasetCases } from './cases/dataset-cases.tsx'
import { CaseEditor } from './cases/case-editor.tsx'
import { CellDetail } from './cells/cell-detail.tsx'
import { EvaluatorsEditor } from './evaluators/evaluators-editor.tsx'
import { useFullPlan } from './comparison-context.ts'
import styles from './comparison.module.css'
import { closePaneOnEscape, useRestoreFocus } from './pane-focus.ts'
import { type CellGrid, cellsAt } from './grid/cell-grid.ts'
import { VariantEditor } from './variants/variant-editor.tsx'
import { openedText, useView } from './view-search.ts'

/** The side pane. Renders nothing if the search param names a removed item. */
export function SidePane({ grid }: { grid: CellGrid }) {
  const { variants, cases } = useFullPlan()
  const { view, openPanel } = useView()
  const { opened } = view
  if (!opened) return null

  if (opened.type === 'evaluators') {
    return (
      <Pane title="Evaluators">
        <EvaluatorsEditor grid={grid} />
      </Pane>
    )
  }
  if (opened.type === 'add-cases') {
    return (
      <Pane title="Import cases">
        <AddCases />
      </Pane>
    )
  }
  if (opened.type === 'dataset-cases') {
    return (
      <Pane title="Add cases from a dataset">
        <DatasetCases />
      </Pane>
    )
  }
  const variantKey = opened.type === 'variant' ? opened.key : undefined
  if (variantKey !== undefined) {
    const variant = variants.find(({ key }) => key === variantKey)
    return (
      variant && (
        <Pane title={`Variant ${variant.name}`}>
          <VariantEditor key={variant.key} variant={variant} />
        </Pane>
      )
    )
  }
  const rowKey = opened.type === 'cell' ? opened.case : opened.type === 'case' ? opened.key : ''
  const row = cases.find(({ key }) => key === rowKey)
  if (!row) return null
  const title = row.name === '' ? `Case ${cases.indexOf(row) + 1}` : row.name
  if (opened.type !== 'cell') {
    return (
      <Pane title={title}>
        <CaseEditor key={row.key} row={row} />
      </Pane>
    )
  }
  const variant = variants.find(({ key }) => key === opened.variant)
  return (
    variant && (
      <Pane title={`${variant.name} · ${title}`}>
        <CellDetail
          key={`${variant.key} ${row.key}`}
          cells={cellsAt(grid, variant.key, row.key)}
          baseline={
            variant === variants[0] ? undefined : cellsAt(grid, variants[0]?.key ?? '', row.key)
          }
          variant={variant.key}
          row={row}
          repeat={opened.repeat ?? 0}
          onRepeat={(repeat) => openPanel({ ...opened, repeat })}
        />
      </Pane>
    )
  )
}

function Pane({ title, children }: { title: string; children: ReactNode }) {
  const { view, openPanel } = useView()
  const paneRef = useRestoreFocus()
  const close = () => openPanel(undefined)
  return (
    <aside
      ref={paneRef}
      className={styles.pane}
      aria-label={title}
      data-opened={view.opened && openedText(view.opened)}
      onKeyDown={(event) => closePaneOnEscape(event, close)}
    >
      <header className={styles.paneHead}>
        <h2>{title}</h2>
        <CloseButton aria-label="Close" onClick={close} />
      </header>
      <div className={styles.paneBody} data-fields>
        {children}
      </div>
    </aside>
  )
}
