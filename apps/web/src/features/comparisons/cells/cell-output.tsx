import type { Cell, Json } from '@lathe/contract'
import { Markdown } from '../../../ui/markdown.tsx'
import { WordDiff } from '../../../ui/word-diff.tsx'
import shared from '../comparison.module.css'
import type { CellView } from '../view-search.ts'
import { cellText, outputText } from './output-text.ts'

type Beside = {
  /** Of the same case; undefined in the baseline's own column. */
  baseline: readonly Cell[] | undefined
  reference: Json
  view: CellView
}
type CellOutputProps = Beside & {
  /** It has succeeded. */
  cell: Cell
  /** Characters, unless it is a diff. */
  most?: number
}

/** What a cell said, as the view has it: rendered, raw, or as a diff where there is something to hold it against. */
export function CellOutput({ cell, most, ...beside }: CellOutputProps) {
  const before = textBefore(cell, beside)
  const text = cellText(cell)
  if (before !== undefined && before !== text) return <WordDiff before={before} after={text} />
  if (text === '') return <span className={shared.muted}>Nothing was answered</span>
  const shown = text.slice(0, most)
  if (beside.view === 'raw') return shown
  return (
    <>
      {before !== undefined && <span className={shared.muted}>Like the {beside.view}</span>}
      <Markdown text={shown} />
    </>
  )
}

/** What a diff of a cell begins with; undefined where it is shown as it is. */
function textBefore(cell: Cell, { baseline, reference, view }: Beside): string | undefined {
  if (view === 'reference') return reference === null ? undefined : outputText(reference)
  if (view !== 'baseline') return undefined
  const told = baseline?.filter(({ status }) => status === 'success')
  const before = told?.find(({ repeat }) => repeat === cell.repeat) ?? told?.[0]
  return before && cellText(before)
}
