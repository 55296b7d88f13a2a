/** Nearest-rank percentile of unsorted numbers; `share` in [0, 1]. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

export const median = (values: number[]) => percentile(values, 0.5)
