import { Client } from '@langchain/langgraph-sdk'
import { chain } from '../lib/graphs.ts'
import { startLathe } from '../lib/lathe.ts'
import { load } from '../lib/load.ts'
import type { Row } from '../lib/report.ts'
import { percentile } from '../lib/statistics.ts'
import { startLanggraphDev } from '../peers/langgraph-dev.ts'

const CONCURRENCIES = [1, 8, 32]

/** Calls until V8 has compiled the code. LangGraph's server mostly waits. */
const WARM_UP = 1_500

type Measured = { perSecond: number; p50: number; first: number }

const show = ({ perSecond, p50, first }: Measured) =>
  `${perSecond.toFixed(1)}/s, ${p50.toFixed(1)} ms, first event ${first.toFixed(1)} ms`

/**
 * Creates a thread, a run and its stream with the official client, for about ten seconds on each
 * warm server.
 */
export async function sdk({ withPeer }: { withPeer: boolean }): Promise<Row[]> {
  const lathe = await startLathe()
  const peer = withPeer ? await startLanggraphDev() : undefined
  try {
    await lathe.createAgent('one', chain(1))
    const ours = clientOf(`${lathe.url}/langgraph`)
    const theirs = peer && clientOf(peer.url)
    await measure(ours, 8, WARM_UP)
    if (theirs) await measure(theirs, 8, 8)
    const rows: Row[] = []
    for (const concurrency of CONCURRENCIES) {
      const measured = await measure(ours, concurrency, concurrency === 1 ? 600 : 2_000)
      const dev = theirs && (await measure(theirs, concurrency, 20 * concurrency))
      rows.push({
        what: `thread, run and stream by the SDK, warm, c=${concurrency}`,
        lathe: show(measured),
        peers: dev ? [`\`langgraphjs dev\` 1.5.1: ${show(dev)}`] : [],
        ratio: dev ? `${(measured.perSecond / dev.perSecond).toFixed(1)}× dev` : '',
      })
    }
    return rows
  } finally {
    await lathe.stop()
    await peer?.stop()
  }
}

/** The client's own queue would limit it to four concurrent calls. */
const clientOf = (apiUrl: string) =>
  new Client({ apiUrl, apiKey: null, callerOptions: { maxConcurrency: 64 } })

async function measure(client: Client, concurrency: number, total: number): Promise<Measured> {
  const firsts: number[] = []
  const call = async () => {
    const { thread_id: threadId } = await client.threads.create()
    const began = performance.now()
    let last: unknown
    const stream = client.runs.stream(threadId, 'one', {
      input: { count: 0 },
      streamMode: 'values',
    })
    for await (const { event, data } of stream) {
      if (last === undefined) firsts.push(performance.now() - began)
      last = event === 'values' ? data : null
    }
    if (JSON.stringify(last) !== '{"count":1}') throw new Error(JSON.stringify(last))
  }
  const { perSecond, p50 } = await load(call, { concurrency, total })
  return { perSecond, p50, first: percentile(firsts, 0.5) }
}
