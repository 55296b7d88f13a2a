import type { DatabaseSync } from 'node:sqlite'

const EMPTY = '{}'
const BUCKET = /"(\d+)":(-?\d+)/g

/** Defines `add_histograms`. In SQL, it would take longer than storing the counted spans. */
export function addHistograms(db: DatabaseSync): void {
  db.function('add_histograms', { deterministic: true }, (a, b) =>
    sumHistograms(String(a), String(b)),
  )
}

/**
 * Adds two sparse histograms in JSON. Few buckets of many change, so editing the text is several
 * times faster than parsing and writing everything.
 */
export function sumHistograms(a: string, b: string): string {
  if (a === EMPTY) return b
  let sum = a
  for (const [, bucket = '', count] of b.matchAll(BUCKET))
    sum = withMore(sum, `"${bucket}":`, Number(count))
  return sum
}

function withMore(json: string, key: string, count: number): string {
  const position = json.indexOf(key)
  if (position === -1) return `${json.slice(0, -1)},${key}${count}}`
  const start = position + key.length
  const end = endOfNumber(json, start)
  return `${json.slice(0, start)}${Number(json.slice(start, end)) + count}${json.slice(end)}`
}

function endOfNumber(json: string, start: number): number {
  let end = start
  while (end < json.length && json[end] !== ',' && json[end] !== '}') end++
  return end
}
