import type { DatabaseSync } from 'node:sqlite'

const EMPTY = '{}'
const BUCKET = /"(\d+)":(-?\d+)/g

/** Gives a connection `add_histograms`: written in SQL it takes longer than to store the spans that are counted. */
export function addHistograms(db: DatabaseSync): void {
  db.function('add_histograms', { deterministic: true }, (a, b) => sumOf(String(a), String(b)))
}

/**
 * Of two sparse histograms, as JSON. What is added is a few buckets of many: to parse and write all of them takes several
 * times as long as to change those in the text.
 */
export function sumOf(a: string, b: string): string {
  if (a === EMPTY) return b
  let sum = a
  for (const [, bucket = '', count] of b.matchAll(BUCKET))
    sum = withMore(sum, `"${bucket}":`, Number(count))
  return sum
}

function withMore(json: string, key: string, count: number): string {
  const at = json.indexOf(key)
  if (at === -1) return `${json.slice(0, -1)},${key}${count}}`
  const start = at + key.length
  const end = endOfNumber(json, start)
  return `${json.slice(0, start)}${Number(json.slice(start, end)) + count}${json.slice(end)}`
}

function endOfNumber(json: string, start: number): number {
  let end = start
  while (end < json.length && json[end] !== ',' && json[end] !== '}') end++
  return end
}
