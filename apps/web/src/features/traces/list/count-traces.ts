import type { TraceHistogram } from '@lathe/contract'
import { api } from '../../../lib/api.ts'
import { plural } from '../../../lib/format.ts'
import type { toInput } from './list-search.ts'

/** How many traces pass, or that there are more than so many. */
export type Total = { count: number; isPartial: boolean }

export async function countTraces(
  input: ReturnType<typeof toInput>,
  signal: AbortSignal,
): Promise<Total> {
  return totalOf(await api.traces.histogram.call({ ...input, bars: 1 }, { signal }))
}

export const totalOf = ({ bars, isPartial }: TraceHistogram): Total => ({
  count: bars.reduce((sum, { count }) => sum + count, 0),
  isPartial,
})

/** Rows tell more where not all were counted: there are as many at least, and no others once the list has come to its end. */
export function totalBeside(rows: number, isEnd: boolean, counted: Total | undefined) {
  if (!counted?.isPartial) return counted
  return isEnd
    ? { count: rows, isPartial: false }
    : { count: Math.max(rows, counted.count), isPartial: true }
}

/** `1,000+ traces` */
export const tellTotal = ({ count, isPartial }: Total): string =>
  isPartial ? `${count.toLocaleString('en')}+ traces` : plural(count, 'trace')
