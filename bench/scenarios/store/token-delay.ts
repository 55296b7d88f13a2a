import { oneCall } from '../../lib/graphs.ts'
import type { Lathe } from '../../lib/lathe.ts'
import { connect, startProvider } from '../../lib/provider.ts'
import { events } from '../../lib/sse.ts'
import { percentile } from '../../lib/statistics.ts'
import { preparePaced } from './paced.ts'

const INGESTED_PER_SECOND = 5_000
const SECONDS = 10

/** 95th percentile of milliseconds that a token takes from the provider to the client. */
export async function tokenDelays(lathe: Lathe): Promise<{ alone: number; ingesting: number }> {
  const provider = await startProvider('clock-provider.ts')
  try {
    await connect(lathe, provider.baseUrl)
    await lathe.createAgent('clock', oneCall('bench', 'clock'))
    await delays(lathe)
    const alone = percentile(await delays(lathe), 0.95)
    const send = await preparePaced({ perSecond: INGESTED_PER_SECOND, seconds: SECONDS })
    const [ingesting] = await Promise.all([delays(lathe), send(lathe.url)])
    return { alone, ingesting: percentile(ingesting, 0.95) }
  } finally {
    await provider.stop()
  }
}

async function delays(lathe: Lathe): Promise<number[]> {
  const found: number[] = []
  const response = await lathe.call('POST', '/runs/stream', {
    agent: 'clock',
    input: { question: 'What is the time?' },
  })
  for await (const { data } of events(response)) {
    if (!data.includes('"token"')) continue
    const now = performance.timeOrigin + performance.now()
    for (const [, sent] of data.matchAll(/@([\d.]+)@/g)) found.push(now - Number(sent))
  }
  if (found.length === 0) throw new Error('No token was timed')
  return found
}
