import type { Cell, Json } from '@lathe/contract'
import { formatInput, answerPart, toText } from '@lathe/evaluators'
import { canonicalJson } from '@lathe/graph'
import { Markdown } from '../../../ui/markdown.tsx'
import { WordDiff } from '../../../ui/word-diff.tsx'
import type { CellView } from '../view-search.ts'
import shared from '../comparison.module.css'

type Beside = {
  /** The baseline's cells of the same case. Undefined in the baseline's own column. */
  baseline: readonly Cell[] | undefined
  reference: Json
  view: CellView
}
type CellOutputProps = Beside & {
  /** A successful cell. */
  cell: Cell
  /** Maximum length. Diffs are not truncated. */
  most?: number
}

/** Shows a cell's output as rendered Markdown, as raw text, or as a diff. */
export function CellOutput({ cell, most, ...beside }: CellOutputProps) {
  const before = textBefore(cell, beside)
  const text = cellText(cell)
  if (before !== undefined && before !== text) return <WordDiff before={before} after={text} />
  if (text === '') return <span className={shared.muted}>No output</span>
  const shown = text.slice(0, most)
  if (beside.view === 'raw') return shown
  return (
    <>
      {before !== undefined && <span className={shared.muted}>Same as {beside.view}</span>}
      <Markdown text={shown} />
    </>
  )
}

/**
 * The text to compare with. Undefined if the view is not a diff or there is nothing to compare
 * with.
 */
function textBefore(cell: Cell, { baseline, reference, view }: Beside): string | undefined {
  if (view === 'reference') return reference === null ? undefined : outputText(reference)
  if (view !== 'baseline') return undefined
  const told = baseline?.filter(({ status }) => status === 'success')
  const before = told?.find(({ repeat }) => repeat === cell.repeat) ?? told?.[0]
  return before && cellText(before)
}

/** The text of a run's output: its only output or last message, or all outputs with their names. */
export function outputText(output: Json): string {
  if (output === null) return ''
  const said = answerPart(output)
  if (typeof said !== 'object' || said === null) return String(said ?? '')
  if (Array.isArray(said)) return JSON.stringify(said, null, 2)
  return Object.entries(said)
    .map(([name, value]) => `${name}: ${toText(value)}`)
    .join('\n\n')
}

/** The text of a case's input, including all messages of a conversation. */
export const inputText = (value: Json): string =>
  Array.isArray(value) ? formatInput(value) : outputText(value)

/** The text of a cell's output, or its tool calls with sorted arguments if it has no text. */
export function cellText({ output, calls }: Pick<Cell, 'output' | 'calls'>): string {
  const said = outputText(output)
  if (said !== '') return said
  return calls.map(({ tool, arguments: given }) => `${tool} ${canonicalJson(given)}`).join('\n\n')
}
