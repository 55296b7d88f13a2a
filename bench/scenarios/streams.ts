import { oneCall } from '../lib/graphs.ts'
import { startLathe, type Lathe } from '../lib/lathe.ts'
import { connect, startProvider } from '../lib/provider.ts'
import type { Row } from '../lib/report.ts'
import { events } from '../lib/sse.ts'
import { percentile } from '../lib/statistics.ts'

const STREAMS = 50
/** 50 tokens/s for 60 s. */
const TOKENS = 3_000
const MODEL = `clock-${TOKENS}`
const SAMPLE_MS = 5_000
/** Until every stream has started and everything is compiled. */
const WARM_SAMPLES = 2

const now = () => performance.timeOrigin + performance.now()

/** Records the age of each token when it is read. */
async function readDelays(response: Promise<Response>, delays: number[]): Promise<void> {
  let tokens = 0
  for await (const { data } of events(await response)) {
    if (!data.includes('@') || !isToken(data)) continue
    for (const [, sentAt] of data.matchAll(/@([\d.]+)@/g)) {
      delays.push(now() - Number(sentAt))
      tokens += 1
    }
  }
  if (tokens !== TOKENS) throw new Error(`${tokens} of ${TOKENS} tokens came`)
}

/** Later events repeat the whole answer. */
const isToken = (data: string) => data.includes('"token"') || data.includes('"delta"')

async function together(read: (delays: number[]) => Promise<void>): Promise<number[]> {
  const delays: number[] = []
  await Promise.all(Array.from({ length: STREAMS }, () => read(delays)))
  return delays
}

async function sampling(lathe: Lathe, work: Promise<number[]>) {
  const memory: number[] = []
  const timer = setInterval(() => memory.push(lathe.rssBytes()), SAMPLE_MS)
  const delays = await work.finally(() => clearInterval(timer))
  return { delays, memory: memory.slice(WARM_SAMPLES) }
}

const show = (delays: number[]) =>
  `p50 ${percentile(delays, 0.5).toFixed(1)} ms, p99 ${percentile(delays, 0.99).toFixed(1)} ms`

/** Many concurrent clients, each of a model that streams 50 tokens per second for a minute. */
export async function streams(): Promise<Row[]> {
  const provider = await startProvider('clock-provider.ts')
  const lathe = await startLathe(undefined, { LATHE_RUNS_AT_ONCE: String(STREAMS) })
  try {
    await connect(lathe, provider.baseUrl)
    await lathe.createAgent('stream', oneCall('bench', MODEL))
    const straight = await together((delays) =>
      readDelays(
        fetch(`${provider.baseUrl}/chat/completions`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ model: MODEL, stream: true, messages: [] }),
        }),
        delays,
      ),
    )
    const input = { question: 'Say much' }
    const through = together((delays) =>
      readDelays(lathe.call('POST', '/runs/stream', { agent: 'stream', input }), delays),
    )
    const { delays, memory } = await sampling(lathe, through)
    const added = percentile(delays, 0.99) - percentile(straight, 0.99)
    const megabytes = [memory[0] ?? 0, memory.at(-1) ?? 0].map((bytes) => (bytes / 1e6).toFixed(0))
    return [
      {
        what: `${STREAMS} streams of 50 tokens/s for 60 s, delay of a token`,
        lathe: `${show(delays)}; memory ${megabytes.join(' → ')} MB`,
        peers: [`directly from the provider: ${show(straight)}`],
        ratio: `p99 added ${added.toFixed(1)} ms`,
      },
    ]
  } finally {
    await lathe.stop()
    await provider.stop()
  }
}
