import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from '../lib/child.ts'
import { startLathe } from '../lib/lathe.ts'
import type { Row } from '../lib/report.ts'
import { median } from '../lib/statistics.ts'

const ROUNDS = 3
const IDLE_MS = 10_000

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function nodeAlone() {
  const script = 'console.log("up"); setInterval(() => {}, 1e6)'
  const child = await startChild(process.execPath, ['-e', script], { ready: /up/ })
  const memory = child.rssBytes()
  await child.stop()
  return { readyMs: child.readyMs, memory }
}

/** Start on a folder that has been started before, and memory after ten idle seconds. */
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
  return [
    {
      what: 'start, warm',
      lathe: `${median(starts).toFixed(0)} ms`,
      peers: [`node alone: ${bare.readyMs.toFixed(0)} ms`],
      ratio: `${(median(starts) / bare.readyMs).toFixed(1)}×`,
    },
    {
      what: 'memory, idle for 10 s',
      lathe: `${(median(memory) / 1e6).toFixed(0)} MB`,
      peers: [`node alone: ${(bare.memory / 1e6).toFixed(0)} MB`],
      ratio: `${(median(memory) / bare.memory).toFixed(1)}×`,
    },
  ]
}
