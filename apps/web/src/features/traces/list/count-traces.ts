import { api } from '../../../lib/api.ts'
import type { toInput } from './list-search.ts'

/** How many traces pass, all of them. */
export async function countTraces(input: ReturnType<typeof toInput>): Promise<number> {
  const { bars } = await api.traces.histogram.call({ ...input, bars: 1 })
  return bars.reduce((sum, { count }) => sum + count, 0)
}
