import type { DatabaseSync } from 'node:sqlite'

const EMPTY = '{}'

/** Gives a connection `add_histograms`: written in SQL it takes longer than to store the spans that are counted. */
export function addHistograms(db: DatabaseSync): void {
  db.function('add_histograms', { deterministic: true }, (a, b) => sumOf(String(a), String(b)))
}

/** Of two sparse histograms, as JSON. */
export function sumOf(a: string, b: string): string {
  if (a === EMPTY) return b
  if (b === EMPTY) return a
  // The casts hold: nothing else is stored in such a column.
  const sums = JSON.parse(a) as Record<string, number>
  const added = JSON.parse(b) as Record<string, number>
  for (const bucket in added) sums[bucket] = (sums[bucket] ?? 0) + (added[bucket] ?? 0)
  return JSON.stringify(sums)
}
