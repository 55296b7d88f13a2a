// node burst-client.ts <url> <token> <runs> | probe: a process of its own, so that its work delays no other client.
import { Agent, request } from 'node:http'
import { numberedText } from './numbered-text.ts'

export type Answer = { status: number; ms: number }

const RETRY_MS = 1_000
const PROBE_EVERY_MS = 25
const STATE_BYTES = 200_000

const [, , url = '', token = '', task = ''] = process.argv
const agent = new Agent({ keepAlive: true, maxSockets: Infinity })
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Status 0 stands for a request without an answer. */
function call(method: string, path: string, body?: Buffer): Promise<Answer> {
  return new Promise((resolve) => {
    const began = performance.now()
    const answered = (status: number) => resolve({ status, ms: performance.now() - began })
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const sent = request(`${url}${path}`, { method, agent, headers }, (answer) => {
      answer.resume().on('end', () => answered(answer.statusCode ?? 0))
    })
    sent.on('error', () => answered(0))
    sent.end(body)
  })
}

/** Sends all requests at once, and each again while it is answered with 429. */
async function startRuns(count: number): Promise<Answer[]> {
  const answers: Answer[] = []
  const bodies = Array.from({ length: count }, (_, index) => {
    const input = { document: numberedText(STATE_BYTES, index), step: 0 }
    return Buffer.from(JSON.stringify({ agent: 'large', input }))
  })
  const start = async (body: Buffer) => {
    for (;;) {
      const answer = await call('POST', '/api/runs', body)
      answers.push(answer)
      if (answer.status !== 429) return
      await pause(RETRY_MS)
    }
  }
  await Promise.all(bodies.map(start))
  return answers
}

/** Until its standard input ends. */
async function probe(): Promise<Answer[]> {
  const answers: Answer[] = []
  const stop = new AbortController()
  process.stdin.on('end', () => stop.abort()).resume()
  while (!stop.signal.aborted) {
    answers.push(await call('GET', '/healthz'))
    await pause(PROBE_EVERY_MS)
  }
  return answers
}

const answers = await (task === 'probe' ? probe() : startRuns(Number(task)))
process.stdout.write(JSON.stringify(answers), () => process.exit())
