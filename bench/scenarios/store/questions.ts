import { RARE_WORD } from '../../lib/langsmith-batches.ts'
import type { Lathe } from '../../lib/lathe.ts'
import { percentile } from '../../lib/statistics.ts'
import { overHttp } from '../../peers/over-http.ts'
import { NEWEST_BY, type RawStore } from '../../peers/raw-store.ts'
import { WEEK_MS } from './load.ts'

const ROUNDS = 100
const WARM_UPS = 20
/** Slow queries get fewer rounds. */
const MOST_MS = 20_000

/** Milliseconds. */
export type Asked = { p50: number; p95: number }
export type Answers = { list: Asked; charts: Asked; search: Asked }

/** Filters with an index each. The slowest counts. */
const FILTERS = [
  '',
  'status:error',
  'tag:rare',
  'tag:common',
  'model:gpt-5-mini',
  'project:bench',
  'latency:>1900ms',
  'metadata.env:prod',
  'metadata.customer:customer-7',
  'metadata.customer:*',
]
/** A word of almost every span, as a word and as a prefix, and one of every ten thousandth span. */
const WORDS = ['refund', 'refund*', RARE_WORD]

const filterOf = (word: string) =>
  word.endsWith('*') ? `text:${word.slice(0, -1)}` : `text:"${word}"`

export async function askLathe({ call }: Lathe): Promise<Answers> {
  const read = async (path: string, query: Record<string, string>) =>
    (await call('GET', `${path}?${new URLSearchParams(query).toString()}`)).json()
  const week = { from: String((Date.now() - WEEK_MS) * 1_000), to: String(Date.now() * 1_000) }
  return {
    list: await slowest(
      FILTERS.map((filter) => () => read('/traces', { limit: '50', ...(filter && { filter }) })),
    ),
    charts: await slowest([
      () =>
        Promise.all([
          read('/metrics/series', { ...week, bucket: 'hour' }),
          read('/metrics/groups', { ...week, by: 'model' }),
          read('/metrics/groups', { ...week, by: 'tool' }),
          read('/metrics/groups', { ...week, by: 'project' }),
          read('/metrics/feedback', { ...week, bucket: 'hour' }),
          read('/metrics/runs', {}),
        ]),
    ]),
    search: await slowest(
      WORDS.map((word) => () => read('/traces', { limit: '50', filter: filterOf(word) })),
    ),
  }
}

/** Queries the plain database like Lathe: over HTTP, answered in JSON. */
export async function askRaw(raw: RawStore): Promise<Answers> {
  const since = (Date.now() - WEEK_MS) * 1_000
  const filters = Object.keys(NEWEST_BY)
  const { ask, close } = await overHttp({
    chart: () => raw.chart(since),
    ...Object.fromEntries(filters.map((filter) => [`list ${filter}`, () => raw.newest(filter)])),
    ...Object.fromEntries(WORDS.map((word) => [word, () => raw.search(word)])),
  })
  const slowestOf = (names: string[]) => slowest(names.map((name) => () => ask(name)))
  try {
    return {
      list: await slowestOf(filters.map((filter) => `list ${filter}`)),
      charts: await slowestOf(['chart']),
      search: await slowestOf(WORDS),
    }
  } finally {
    close()
  }
}

async function slowest(questions: (() => Promise<unknown>)[]): Promise<Asked> {
  // Warms up all queries first, because they share code.
  for (const ask of questions) for (let round = 0; round < WARM_UPS; round++) await ask()
  const all: Asked[] = []
  for (const ask of questions) all.push(await timed(ask))
  return {
    p50: Math.max(...all.map(({ p50 }) => p50)),
    p95: Math.max(...all.map(({ p95 }) => p95)),
  }
}

async function timed(ask: () => Promise<unknown>): Promise<Asked> {
  const times: number[] = []
  const began = performance.now()
  while (times.length < ROUNDS && performance.now() - began < MOST_MS) {
    const before = performance.now()
    await ask()
    times.push(performance.now() - before)
  }
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) }
}
