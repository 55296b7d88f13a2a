import type { Cell, Json } from '@lathe/contract'
import { formatInput, answerPart, toText } from '@lathe/evaluators'
import { canonicalJson } from '@lathe/graph'
import { Markdown } from '../../../ui/messages/markdown.tsx'
import { WordDiff } from '../../../ui/text/word-diff.tsx'
import type { CellView } from '../view-search.ts'
import shared from '../comparison.module.css'

type DiffOptions = {
  /** The baseline's cells of the same case. Undefined in the baseline's own column. */
  baseline: readonly Cell[] | undefined
  reference: Json
  view: CellView
}
type CellOutputProps = DiffOptions & {
  /** A successful cell. */
  cell: Cell
  /** Maximum length. Diffs are not truncated. */
  maxLength?: number
}

/** Shows a cell's output as rendered Markdown, as raw text, or as a diff. */
export function CellOutput({ cell, maxLength, ...beside }: CellOutputProps) {
  const before = diffBase(cell, beside)
  const text = cellText(cell)
  if (before !== undefined && before !== text) return <WordDiff before={before} after={text} />
  if (text === '') return <span className={shared.muted}>No output</span>
  const shownText = text.slice(0, maxLength)
  if (beside.view === 'raw') return shownText
  return (
    <>
      {before !== undefined && <span className={shared.muted}>Same as {beside.view}</span>}
      <Markdown text={shownText} />
    </>
  )
}

/**
 * The text to compare with. Undefined if the view is not a diff or there is nothing to compare
 * with.
 */
function diffBase(cell: Cell, { baseline, reference, view }: DiffOptions): string | undefined {
  if (view === 'reference') return reference === null ? undefined : outputText(reference)
  if (view !== 'baseline') return undefined
  const finishedCells = baseline?.filter(({ status }) => status === 'success')
  const before = finishedCells?.find(({ repeat }) => repeat === cell.repeat) ?? finishedCells?.[0]
  return before && cellText(before)
}

/** The text of a run's output: its only output or last message, or all outputs with their names. */
export function outputText(output: Json): string {
  if (output === null) return ''
  const content = answerPart(output)
  if (typeof content !== 'object' || content === null) return String(content ?? '')
  if (Array.isArray(content)) return JSON.stringify(content, null, 2)
  return Object.entries(content)
    .map(([name, value]) => `${name}: ${toText(value)}`)
    .join('\n\n')
}

/** The text of a case's input, including all messages of a conversation. */
export const inputText = (value: Json): string =>
  Array.isArray(value) ? formatInput(value) : outputText(value)

/** The text of a cell's output, or its tool calls with sorted arguments if it has no text. */
export function cellText({ output, calls }: Pick<Cell, 'output' | 'calls'>): string {
  const text = outputText(output)
  if (text !== '') return text
  return calls.map(({ tool, arguments: args }) => `${tool} ${canonicalJson(args)}`).join('\n\n')
}
