import type { Cell, Json } from '@lathe/contract'
import { askedText, saidPart, textOf } from '@lathe/evaluators'
import { canonicalJson } from '@lathe/graph'
import { Markdown } from '../../../ui/markdown.tsx'
import { WordDiff } from '../../../ui/word-diff.tsx'
import type { CellView } from '../view-search.ts'
import shared from '../comparison.module.css'

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

/** What a run said: the text of its one output or of its last message; of several outputs each behind its name. */
export function outputText(output: Json): string {
  if (output === null) return ''
  const said = saidPart(output)
  if (typeof said !== 'object' || said === null) return String(said ?? '')
  if (Array.isArray(said)) return JSON.stringify(said, null, 2)
  return Object.entries(said)
    .map(([name, value]) => `${name}: ${textOf(value)}`)
    .join('\n\n')
}

/** What a case asks by one of its inputs: of a conversation every line. */
export const inputText = (value: Json): string =>
  Array.isArray(value) ? askedText(value) : outputText(value)

/** What a cell said; of one that only called tools, its calls: told alike in whichever order a model names the arguments. */
export function cellText({ output, calls }: Pick<Cell, 'output' | 'calls'>): string {
  const said = outputText(output)
  if (said !== '') return said
  return calls.map(({ tool, arguments: given }) => `${tool} ${canonicalJson(given)}`).join('\n\n')
}
