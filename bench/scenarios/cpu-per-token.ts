import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startChild } from '../lib/child.ts'
import { oneCall } from '../lib/graphs.ts'
import { startLathe } from '../lib/lathe.ts'
import { connect, startProvider } from '../lib/provider.ts'
import type { Row } from '../lib/report.ts'
import { events } from '../lib/sse.ts'
import { median } from '../lib/statistics.ts'

const TOKENS = 10_000
/** Compiles everything that runs per token. */
const WARM_UPS = 2
const ROUNDS = 9
const alone = join(dirname(fileURLToPath(import.meta.url)), '../peers/chat-openai.ts')

/** CPU of the server process, threads included, per token streamed to one SSE client. */
export async function cpuPerToken(): Promise<Row[]> {
  const provider = await startProvider()
  const lathe = await startLathe()
  try {
    await connect(lathe, provider.baseUrl)
    await lathe.createAgent('stream', oneCall('bench', `tokens-${TOKENS}`))
    const perToken: number[] = []
    for (let round = 0; round < WARM_UPS + ROUNDS; round += 1) {
      const before = lathe.cpuMicros()
      let characters = 0
      const response = await lathe.call('POST', '/runs/stream', {
        agent: 'stream',
        input: { question: 'Say much' },
      })
      for await (const { data } of events(response)) characters += data.length
      if (characters < TOKENS) throw new Error('the stream is shorter than its tokens')
      await new Promise((resolve) => setTimeout(resolve, 300))
      if (round >= WARM_UPS) perToken.push((lathe.cpuMicros() - before) / TOKENS)
    }
    const child = await startChild(
      process.execPath,
      [alone, provider.baseUrl, String(TOKENS), String(WARM_UPS), String(ROUNDS)],
      {
        ready: /micros per token: ([\d.]+)/,
      },
    )
    const chatOpenAI = Number(child.match[1])
    await child.stop()
    const ours = median(perToken)
    return [
      {
        what: `server CPU per streamed token (${TOKENS} tokens)`,
        lathe: `${ours.toFixed(1)} µs`,
        peers: [`ChatOpenAI alone: ${chatOpenAI.toFixed(1)} µs`],
        ratio: `${(ours / chatOpenAI).toFixed(2)}×`,
      },
    ]
  } finally {
    await lathe.stop()
    await provider.stop()
  }
}
