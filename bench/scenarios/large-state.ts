import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { largeState } from '../lib/graphs.ts'
import { startLathe, type Lathe } from '../lib/lathe.ts'
import type { Row } from '../lib/report.ts'
import { percentile } from '../lib/statistics.ts'

const RUNS = 200
const STEPS = 40
const STATE_BYTES = 200_000
const SAMPLE_MS = 250
const PROBE_EVERY_MS = 25
/** Ends the benchmark if a server never finishes. */
const DEADLINE_MS = 300_000
const PAGE = 100
const RETRY_MS = 500

type Run = { id: string; status: string; attempt: number }

/** Pseudo-random text from a fixed vocabulary, which compresses like natural text. */
function text(bytes: number, seed: number): string {
  const words: string[] = []
  let state = seed + 1
  for (let length = 0; length < bytes;) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    const word = ((state >>> 8) % 50_000).toString(36)
    words.push(word)
    length += word.length + 1
  }
  return words.join(' ').slice(0, bytes)
}

type Posts = { slowestMs: number; refusals: number; unanswered: number }

/** Starts all runs at once. Repeats those rejected with 429 until accepted. */
async function startAll(lathe: Lathe): Promise<Posts> {
  const posts = { slowestMs: 0, refusals: 0, unanswered: 0 }
  const post = async (index: number) => {
    const body = { agent: 'large', input: { document: text(STATE_BYTES, index), step: 0 } }
    for (;;) {
      const began = performance.now()
      const { status, ok } = await lathe.post('/runs', body)
      posts.slowestMs = Math.max(posts.slowestMs, performance.now() - began)
      if (ok) return
      if (status !== 429) throw new Error(`POST /runs: ${status}`)
      posts.refusals += 1
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
  const all = await Promise.allSettled(Array.from({ length: RUNS }, (_, index) => post(index)))
  posts.unanswered = all.filter(({ status }) => status === 'rejected').length
  return posts
}

/** Repeats `GET /healthz` until stopped. Latencies in milliseconds, infinite for failures. */
function probeHealth(lathe: Lathe) {
  const latencies: number[] = []
  const stop = new AbortController()
  const probing = (async () => {
    while (!stop.signal.aborted) {
      const began = performance.now()
      const answer = await fetch(`${lathe.url}/healthz`).catch(() => undefined)
      await answer?.arrayBuffer()
      latencies.push(answer?.ok === true ? performance.now() - began : Infinity)
      await new Promise((resolve) => setTimeout(resolve, PROBE_EVERY_MS))
    }
  })()
  return {
    async stop() {
      stop.abort()
      await probing
      return latencies
    },
  }
}

async function listRuns(lathe: Lathe): Promise<Run[]> {
  const runs: Run[] = []
  for (;;) {
    const before = runs.length === 0 ? '' : `&before=${runs.at(-1)?.id}`
    const answer = await lathe.call('GET', `/runs?agent=large&limit=${PAGE}${before}`)
    const page = (await answer.json()) as { items: Run[]; hasMore: boolean }
    runs.push(...page.items)
    if (!page.hasMore) return runs
  }
}

async function settle(lathe: Lathe): Promise<Run[]> {
  const until = performance.now() + DEADLINE_MS
  for (;;) {
    const runs = await listRuns(lathe)
    const isOver = runs.every(({ status }) => status !== 'pending' && status !== 'running')
    if (isOver || performance.now() > until) return runs
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}

const diskBytes = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { name }) => sum + statSync(join(folder, name)).size, 0)

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`

async function measure(what: string, isChanged: boolean): Promise<Row> {
  const home = mkdtempSync(join(tmpdir(), 'lathe-bench-'))
  const lathe = await startLathe(home)
  try {
    await lathe.createAgent('large', largeState(STEPS, isChanged))
    const rest = lathe.rssBytes()
    const cpu = lathe.cpuMicros()
    let memory = rest
    const sampling = setInterval(() => (memory = Math.max(memory, lathe.rssBytes())), SAMPLE_MS)
    const health = probeHealth(lathe)
    const began = performance.now()
    const posts = await startAll(lathe)
    const runs = await settle(lathe)
    const seconds = (performance.now() - began) / 1_000
    const latencies = await health.stop()
    clearInterval(sampling)
    const good = runs.filter(({ status, attempt }) => status === 'success' && attempt === 1)
    const delay = `/healthz p50 ${percentile(latencies, 0.5).toFixed(0)} ms, p99 ${percentile(latencies, 0.99).toFixed(0)} ms`
    const answered = `slowest POST ${posts.slowestMs.toFixed(0)} ms, ${posts.refusals} × 429, ${posts.unanswered} unanswered`
    const cpuSeconds = (lathe.cpuMicros() - cpu) / 1e6
    return {
      what: `${RUNS} runs at once, ${STEPS} steps that each write 200 kB, ${what}`,
      lathe: `${good.length} done at attempt 1 in ${seconds.toFixed(0)} s (${cpuSeconds.toFixed(0)} s of CPU); memory ${megabytes(memory)}, disk ${megabytes(diskBytes(home))}; ${delay}; ${answered}`,
      peers: [`memory at rest: ${megabytes(rest)}`],
      ratio: '',
    }
  } finally {
    await lathe.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

/** Measures whether a server stays available while it runs graphs with large state. */
export async function largeStateRuns(): Promise<Row[]> {
  return [await measure('the same each time', false), await measure('changed each time', true)]
}
