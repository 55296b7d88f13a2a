import { chain } from '../lib/graphs.ts'
import { startLathe, type Lathe } from '../lib/lathe.ts'
import type { Row } from '../lib/report.ts'

const RUNS = 1_000
const PAGE = 200
const POLL_MS = 500

type Run = { id: string; status: string; startedAt: number }

async function listRuns(lathe: Lathe): Promise<Run[]> {
  const runs: Run[] = []
  for (;;) {
    const before = runs.length === 0 ? '' : `&before=${runs.at(-1)?.id}`
    const answer = await lathe.call('GET', `/runs?agent=one&limit=${PAGE}${before}`)
    const page = (await answer.json()) as { items: Run[]; hasMore: boolean }
    runs.push(...page.items)
    if (!page.hasMore) return runs.toReversed()
  }
}

/** Runs of an agent limited to one at a time: none is lost, and each waits for the previous. */
export async function queue(): Promise<Row[]> {
  const lathe = await startLathe()
  try {
    await lathe.createAgent('one', chain(1))
    await lathe.call('PATCH', '/agents/one', { concurrency: 1 })
    const asked: string[] = []
    const began = performance.now()
    for (let count = 0; count < RUNS; count += 1) {
      const input = { count: 0 }
      const answer = await lathe.call('POST', '/runs', { agent: 'one', input })
      asked.push(((await answer.json()) as Run).id)
    }
    const queued = performance.now() - began
    let runs = await listRuns(lathe)
    while (runs.some(({ status }) => status === 'pending' || status === 'running')) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
      runs = await listRuns(lathe)
    }
    const seconds = (performance.now() - began) / 1_000
    const lost = asked.filter(
      (id) => !runs.some((run) => run.id === id && run.status === 'success'),
    )
    const order = runs.toSorted((a, b) => a.startedAt - b.startedAt).map(({ id }) => id)
    const isKept = order.every((id, index) => id === asked[index])
    return [
      {
        what: `${RUNS} runs of an agent that may do one at a time`,
        lathe: `${lost.length} lost, order ${isKept ? 'kept' : 'NOT kept'}, ${seconds.toFixed(1)} s`,
        peers: [`asked for one after the other: ${(queued / 1_000).toFixed(1)} s`],
        ratio: '',
      },
    ]
  } finally {
    await lathe.stop()
  }
}
