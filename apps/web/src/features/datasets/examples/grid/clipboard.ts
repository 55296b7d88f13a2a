import papaparse from 'papaparse'
import * as z from 'zod'
import { plural } from '../../../../lib/format.ts'
import { parseJson } from '../../../../ui/value-text.ts'

/** What a cell of ours is copied as beside its text, for that alone does not say where one ends. */
const CELLS = 'application/x-lathe-cells+json'

/** Rows of the texts of cells. */
const Texts = z.array(z.array(z.string()))
export type Texts = z.infer<typeof Texts>

export function copyTexts(data: Pick<DataTransfer, 'setData'>, texts: Texts): void {
  const isOne = texts.length === 1 && texts[0]?.length === 1
  const plain = isOne
    ? (texts[0]?.[0] ?? '')
    : papaparse.unparse(texts, { delimiter: '\t', newline: '\n' })
  data.setData('text/plain', plain)
  data.setData(CELLS, JSON.stringify(texts))
}

/** A table where it was copied out of one, otherwise a single text, on however many lines it is. */
export function pastedTexts(data: Pick<DataTransfer, 'getData'>): Texts {
  // Any page may have put it there.
  const own = Texts.safeParse(parseJson(data.getData(CELLS)))
  if (own.success) return own.data
  const plain = data.getData('text/plain').replaceAll('\r\n', '\n')
  const isTable = plain.includes('\t') || data.getData('text/html').includes('<table')
  if (!isTable) return [[plain]]
  return papaparse.parse<string[]>(plain.replace(/\n$/, ''), { delimiter: '\t' }).data
}

/** What comes into each row of a range: a single text into all its cells, else as it lies, from its first cell on. */
export function laidOut(texts: Texts, { height, width }: { height: number; width: number }): Texts {
  const [[only = ''] = []] = texts
  const isOne = texts.length === 1 && texts[0]?.length === 1
  return isOne
    ? Array.from({ length: height }, () => Array.from({ length: width }, () => only))
    : texts
}

/** What of it lies beyond the rows and columns there are from its first cell on, if anything does. */
export function beyond(texts: Texts, { rows, columns }: { rows: number; columns: number }) {
  const widthOf = (line: readonly string[]) => line.findLastIndex((text) => text !== '') + 1
  const height = texts.findLastIndex((line) => widthOf(line) > 0) + 1
  const width = texts.reduce((most, line) => Math.max(most, widthOf(line)), 0)
  const all = [
    ...(width > columns ? [plural(width - columns, 'column')] : []),
    ...(height > rows ? [plural(height - rows, 'row')] : []),
  ]
  return all.length === 0 ? undefined : all.join(' and ')
}
