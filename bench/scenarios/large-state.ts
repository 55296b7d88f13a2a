import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import type { Answer } from '../lib/burst-client.ts'
import { largeState } from '../lib/graphs.ts'
import { startLathe, type Lathe } from '../lib/lathe.ts'
import type { Row } from '../lib/report.ts'
import { percentile } from '../lib/statistics.ts'

const RUNS = 200
const STEPS = 40
const SAMPLE_MS = 250
/** A server that never finishes must not keep the benchmark busy. */
const DEADLINE_MS = 300_000
const PAGE = 100

type Run = { id: string; status: string; attempt: number }

/** A client in a process of its own; resolves with its answers once it ends. */
function startClient({ url, address }: Lathe, task: string) {
  const program = join(import.meta.dirname, '../lib/burst-client.ts')
  const token = new URL(address).searchParams.get('token') ?? ''
  const client = spawn(process.execPath, [program, url, token, task], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const answers = json(client.stdout) as Promise<Answer[]>
  return { answers, stop: () => client.stdin.end() }
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
    const probe = startClient(lathe, 'probe')
    const began = performance.now()
    const posts = await startClient(lathe, String(RUNS)).answers
    const runs = await settle(lathe)
    const seconds = (performance.now() - began) / 1_000
    probe.stop()
    const latencies = (await probe.answers).map(({ status, ms }) =>
      status === 200 ? ms : Infinity,
    )
    clearInterval(sampling)
    const good = runs.filter(({ status, attempt }) => status === 'success' && attempt === 1)
    const delay = `/healthz p50 ${percentile(latencies, 0.5).toFixed(0)} ms, p99 ${percentile(latencies, 0.99).toFixed(0)} ms`
    const counted = (status: number) => posts.filter((post) => post.status === status).length
    const slowest = Math.max(...posts.map(({ ms }) => ms))
    const answered = `slowest POST ${slowest.toFixed(0)} ms, ${counted(429)} × 429, ${counted(0)} unanswered`
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

/** Whether a server stays available while it runs graphs with a large state. */
export async function largeStateRuns(): Promise<Row[]> {
  return [await measure('the same each time', false), await measure('changed each time', true)]
}
