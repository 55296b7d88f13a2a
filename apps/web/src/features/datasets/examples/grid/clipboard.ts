import papaparse from 'papaparse'
import * as z from 'zod'
import { plural } from '../../../../lib/format/format.ts'
import { tryParseJson } from '../../../../ui/code/value-text.ts'

/** Clipboard type for copied cells. Plain text alone does not mark where a cell ends. */
const CELLS = 'application/x-lathe-cells+json'

/** Cell texts by row. */
const Texts = z.array(z.array(z.string()))
export type Texts = z.infer<typeof Texts>

export function copyTexts(data: Pick<DataTransfer, 'setData'>, texts: Texts): void {
  const isSingleCell = texts.length === 1 && texts[0]?.length === 1
  const plainText = isSingleCell
    ? (texts[0]?.[0] ?? '')
    : papaparse.unparse(texts, { delimiter: '\t', newline: '\n' })
  data.setData('text/plain', plainText)
  data.setData(CELLS, JSON.stringify(texts))
}

/**
 * Returns a table if the data was copied from one, otherwise a single text, however many lines it
 * has.
 */
export function pastedTexts(data: Pick<DataTransfer, 'getData'>): Texts {
  // Any page may have written this clipboard data.
  const cellTexts = Texts.safeParse(tryParseJson(data.getData(CELLS)))
  if (cellTexts.success) return cellTexts.data
  const plainText = data.getData('text/plain').replaceAll('\r\n', '\n')
  const isTable = plainText.includes('\t') || data.getData('text/html').includes('<table')
  if (!isTable) return [[plainText]]
  return papaparse.parse<string[]>(plainText.replace(/\n$/, ''), { delimiter: '\t' }).data
}

/**
 * Lays out pasted texts for a range: a single text fills all cells, a table starts at the first
 * cell.
 */
export function tileTexts(
  texts: Texts,
  { height, width }: { height: number; width: number },
): Texts {
  const [[singleText = ''] = []] = texts
  const isSingleCell = texts.length === 1 && texts[0]?.length === 1
  return isSingleCell
    ? Array.from({ length: height }, () => Array.from({ length: width }, () => singleText))
    : texts
}

/** Describes the pasted rows and columns that do not fit into the grid, if there are any. */
export function countOverflow(texts: Texts, { rows, columns }: { rows: number; columns: number }) {
  const lineWidth = (line: readonly string[]) => line.findLastIndex((text) => text !== '') + 1
  const height = texts.findLastIndex((line) => lineWidth(line) > 0) + 1
  const width = texts.reduce((max, line) => Math.max(max, lineWidth(line)), 0)
  const all = [
    ...(width > columns ? [plural(width - columns, 'column')] : []),
    ...(height > rows ? [plural(height - rows, 'row')] : []),
  ]
  return all.length === 0 ? undefined : all.join(' and ')
}
