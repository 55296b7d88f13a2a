import { chain } from '../lib/graphs.ts'
import { startLathe, type Lathe } from '../lib/lathe.ts'
import { load } from '../lib/load.ts'
import type { Row } from '../lib/report.ts'

const FEW = 1_000
const MANY = 10_000
const CONCURRENCY = 8
/** V8 needs this long to detect idleness. */
const SETTLE_MS = 60_000

async function memoryAfter(lathe: Lathe, total: number): Promise<number> {
  const call = async () => {
    const answer = await lathe.call('POST', '/runs/wait', { agent: 'three', input: { count: 0 } })
    const { status } = (await answer.json()) as { status: string }
    if (status !== 'success') throw new Error(status)
  }
  await load(call, { concurrency: CONCURRENCY, total })
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
  return lathe.rssBytes()
}

/** Memory a server keeps after many runs. */
export async function manyRuns(): Promise<Row[]> {
  const lathe = await startLathe()
  try {
    await lathe.createAgent('three', chain(3))
    const few = await memoryAfter(lathe, FEW)
    const many = await memoryAfter(lathe, MANY - FEW)
    return [
      {
        what: `memory, a minute after ${MANY} runs`,
        lathe: `${(many / 1e6).toFixed(0)} MB`,
        peers: [`a minute after ${FEW} runs: ${(few / 1e6).toFixed(0)} MB`],
        ratio: `${(many / few).toFixed(2)}×`,
      },
    ]
  } finally {
    await lathe.stop()
  }
}
