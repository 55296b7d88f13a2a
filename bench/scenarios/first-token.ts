import { oneCall } from '../lib/graphs.ts'
import { startLathe } from '../lib/lathe.ts'
import { connect, startProvider } from '../lib/provider.ts'
import type { Row } from '../lib/report.ts'
import { events } from '../lib/sse.ts'
import { percentile } from '../lib/statistics.ts'

const ROUNDS = 200
const MODEL = 'tokens-20'

async function untilFirst(response: Promise<Response>, isFirst: (data: string) => boolean) {
  const started = performance.now()
  let first = Number.NaN
  for await (const { data } of events(await response)) {
    if (Number.isNaN(first) && isFirst(data)) first = performance.now() - started
  }
  return first
}

/**
 * Time to first token through Lathe minus directly from the provider, alternating, one at a time.
 */
export async function firstToken(): Promise<Row[]> {
  const provider = await startProvider()
  const lathe = await startLathe()
  try {
    await connect(lathe, provider.baseUrl)
    await lathe.createAgent('stream', oneCall('bench', MODEL))
    const through = () =>
      untilFirst(
        lathe.call('POST', '/runs/stream', {
          agent: 'stream',
          input: { question: 'Say something' },
        }),
        (data) => data.includes('"token"'),
      )
    const straight = () =>
      untilFirst(
        fetch(`${provider.baseUrl}/chat/completions`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ model: MODEL, stream: true, messages: [] }),
        }),
        (data) => data.includes('word'),
      )
    for (let round = 0; round < 30; round += 1) await through()
    const added: number[] = []
    const direct: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const base = await straight()
      direct.push(base)
      added.push((await through()) - base)
    }
    return [
      {
        what: 'first token, added, c=1',
        lathe: `p50 ${percentile(added, 0.5).toFixed(1)} ms, p95 ${percentile(added, 0.95).toFixed(1)} ms`,
        peers: [`directly from the provider: p50 ${percentile(direct, 0.5).toFixed(1)} ms`],
        ratio: '',
      },
    ]
  } finally {
    await lathe.stop()
    await provider.stop()
  }
}
