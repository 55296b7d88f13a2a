import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startChild } from '../lib/child.ts'
import { chain, oneCall } from '../lib/graphs.ts'
import { startLathe, type Lathe } from '../lib/lathe.ts'
import { connect, startProvider } from '../lib/provider.ts'
import type { Row } from '../lib/report.ts'
import { median } from '../lib/statistics.ts'

const ROUNDS = 3
const IDLE_MS = 10_000
/** V8 needs this long to detect idleness. */
const AFTER_RUNS_MS = 60_000
const RUNS = 10
const loaded = join(dirname(fileURLToPath(import.meta.url)), '../peers/langgraph-loaded.ts')

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function nodeAlone() {
  const script = 'console.log("up"); setInterval(() => {}, 1e6)'
  const child = await startChild(process.execPath, ['-e', script], { ready: /up/ })
  const memory = child.rssBytes()
  await child.stop()
  return { readyMs: child.readyMs, memory }
}

/** Measures memory one minute after a few runs, for Lathe and for the libraries alone. */
async function afterRuns() {
  const provider = await startProvider()
  const lathe = await startLathe()
  const peer = await startChild(process.execPath, [loaded, provider.baseUrl], { ready: /up/ })
  await connect(lathe, provider.baseUrl)
  await lathe.createAgent('stream', oneCall('bench', 'tokens-200'))
  await lathe.createAgent('chain', chain(3))
  for (let round = 0; round < RUNS; round += 1) {
    await wait(lathe, 'stream', { question: 'Say something' })
    await wait(lathe, 'chain', { count: 0 })
  }
  await sleep(AFTER_RUNS_MS)
  const memory = { lathe: lathe.rssBytes(), libraries: peer.rssBytes() }
  await Promise.all([lathe.stop(), peer.stop(), provider.stop()])
  return memory
}

async function wait(lathe: Lathe, agent: string, input: object) {
  const run = (await (await lathe.call('POST', '/runs/wait', { agent, input })).json()) as {
    status: string
  }
  if (run.status !== 'success') throw new Error(JSON.stringify(run))
}

/** Start time on an existing folder, and memory before sign-in and after runs. */
export async function idle(): Promise<Row[]> {
  const home = mkdtempSync(join(tmpdir(), 'lathe-bench-'))
  const starts: number[] = []
  const memory: number[] = []
  await (await startLathe(home)).stop()
  for (let round = 0; round < ROUNDS; round += 1) {
    const lathe = await startLathe(home)
    starts.push(lathe.readyMs)
    await sleep(IDLE_MS)
    memory.push(lathe.rssBytes())
    await lathe.stop()
  }
  rmSync(home, { recursive: true, force: true })
  const bare = await nodeAlone()
  const used = await afterRuns()
  return [
    {
      what: 'start, warm',
      lathe: `${median(starts).toFixed(0)} ms`,
      peers: [`node alone: ${bare.readyMs.toFixed(0)} ms`],
      ratio: `${(median(starts) / bare.readyMs).toFixed(1)}×`,
    },
    {
      what: 'memory, started 10 s ago, no user signed in',
      lathe: `${(median(memory) / 1e6).toFixed(0)} MB`,
      peers: [`node alone: ${(bare.memory / 1e6).toFixed(0)} MB`],
      ratio: `${(median(memory) / bare.memory).toFixed(1)}×`,
    },
    {
      what: `memory, idle for 60 s after ${2 * RUNS} runs`,
      lathe: `${(used.lathe / 1e6).toFixed(0)} MB`,
      peers: [`LangGraph and ChatOpenAI alone: ${(used.libraries / 1e6).toFixed(0)} MB`],
      ratio: `${(used.lathe / used.libraries).toFixed(1)}×`,
    },
  ]
}
