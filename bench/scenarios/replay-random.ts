import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Row } from '../lib/report.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const CASES = Number(process.env['BENCH_CASES'] ?? 10_000)
const SEED = process.env['PROPERTY_SEED'] ?? 'random'

/** The test suite's property with many more graphs. Fails on the first replay that differs. */
export async function replayRandom(): Promise<Row[]> {
  const began = performance.now()
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const file = 'packages/engine/src/run/replay/replay-exact.test.ts'
  const child = spawn(process.execPath, [vitest, 'run', '--project', 'node', file], {
    cwd: root,
    env: { ...process.env, PROPERTY_RUNS: String(CASES), PROPERTY_SEED: SEED },
    stdio: 'inherit',
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`A replay differed from its recording, with seed ${SEED}`)
  const seconds = (performance.now() - began) / 1_000
  return [
    {
      what: `${CASES} random graphs recorded with faults and replayed without a network`,
      lathe: `all alike, in ${Math.round(seconds / 60)} min`,
      peers: [],
      ratio: '',
    },
  ]
}
