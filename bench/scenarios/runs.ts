import { chain } from '../lib/graphs.ts'
import { startLathe } from '../lib/lathe.ts'
import { load, type Load } from '../lib/load.ts'
import type { Row } from '../lib/report.ts'
import { bareChain } from '../peers/bare-langgraph.ts'
import { startLanggraphDev } from '../peers/langgraph-dev.ts'

const CONCURRENCIES = [1, 8, 32]
const LENGTHS = { one: 1, ten: 10 } as const

const show = ({ perSecond, p50 }: Load) => `${perSecond.toFixed(1)}/s, ${p50.toFixed(1)} ms`

/** Runs per second and p50 of whole runs: Lathe over HTTP, plain LangGraph, `langgraphjs dev`. */
export async function runs({ withPeer }: { withPeer: boolean }): Promise<Row[]> {
  const lathe = await startLathe()
  const peer = withPeer ? await startLanggraphDev() : undefined
  const rows: Row[] = []
  try {
    for (const [name, length] of Object.entries(LENGTHS) as [keyof typeof LENGTHS, number][]) {
      await lathe.createAgent(name, chain(length))
      const ours = async () => {
        const response = await lathe.call('POST', '/runs/wait', {
          agent: name,
          input: { count: 0 },
        })
        const run = (await response.json()) as { status: string; output: { count: number } }
        if (run.status !== 'success' || run.output.count !== length)
          throw new Error(JSON.stringify(run))
      }
      const bare = bareChain(length)
      await load(ours, { concurrency: 8, total: 200 })
      await load(bare, { concurrency: 8, total: 200 })
      for (const concurrency of CONCURRENCIES) {
        const measured = await load(ours, { concurrency, total: concurrency === 1 ? 300 : 1000 })
        const limit = await load(bare, { concurrency, total: 500 })
        const dev =
          peer && (await load(() => peer.wait(name), { concurrency, total: 20 * concurrency }))
        rows.push({
          what: `${length}-node graph, c=${concurrency}`,
          lathe: show(measured),
          peers: [
            `bare \`graph.invoke\`: ${show(limit)}`,
            ...(dev ? [`\`langgraphjs dev\` 1.5.1: ${show(dev)}`] : []),
          ],
          ratio: [
            `${(measured.perSecond / limit.perSecond).toFixed(2)}× bare`,
            ...(dev ? [`${(measured.perSecond / dev.perSecond).toFixed(1)}× dev`] : []),
          ].join(', '),
        })
      }
    }
    return rows
  } finally {
    await lathe.stop()
    await peer?.stop()
  }
}
