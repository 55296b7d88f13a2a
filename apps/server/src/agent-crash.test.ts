import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from '@langchain/langgraph-sdk'
import { isEnded, type RunDetail, type ToolDecision } from '@lathe/contract'
import { startMockProvider } from '@lathe/mock-provider'
import { expect, onTestFinished, test } from 'vitest'
import { type ServerProcess, startServer } from './testing/server-process.ts'

/** Set `LATHE_KILL_RUNS=50` for a long run. */
const RUNS = Number(process.env['LATHE_KILL_RUNS'] ?? 3)
const LATEST_MS = 600
const DEADLINE_MS = 60_000

const document = {
  format: 1,
  state: { messages: { type: 'messages' } },
  input: ['messages'],
  output: ['messages'],
  nodes: {
    clerk: {
      kind: 'agent',
      model: { connection: 'lane', name: 'demo-1' },
      prompt: {
        messages: [
          { role: 'system', text: 'Be brief.' },
          { role: 'placeholder', channel: 'messages' },
        ],
      },
      tools: ['calculator', 'current_time'],
      approvals: ['calculator'],
    },
  },
  edges: [
    { from: 'start', to: 'clerk' },
    { from: 'clerk', to: 'end' },
  ],
}

/** Two rounds of tool calls and an answer, each slow enough for a kill in the middle. */
const script = [
  {
    match: { turn: 0 },
    reply: { toolCalls: [{ name: 'current_time', arguments: {} }], latencyMs: 150 },
  },
  {
    match: { turn: 1 },
    reply: {
      toolCalls: [
        { name: 'calculator', arguments: { expression: '6 * 7' } },
        { name: 'current_time', arguments: {} },
      ],
      latencyMs: 150,
    },
  },
  { reply: { tokens: 40, tokensPerSecond: 100 } },
]

const decisions: ToolDecision[] = [
  { type: 'approve' },
  { type: 'edit', args: { expression: '6 * 8' } },
  { type: 'reject', reason: 'Not now.' },
]

/** A server that restarts after each kill. */
async function mortalServer() {
  const home = await mkdtemp(join(tmpdir(), 'lathe-agent-crash-'))
  const env = {
    LATHE_HOME: home,
    LATHE_TOKEN: 'the-token-of-every-server-of-this-test',
    LATHE_SECRET_KEY: 'the-key-of-every-server-of-this-test',
    LATHE_RUN_ATTEMPTS: '1000',
    LATHE_RUN_LEASE_MS: '900',
    LATHE_LOG_LEVEL: 'silent',
  }
  let server: ServerProcess = await startServer(env)
  onTestFinished(async () => {
    await server.stop('SIGKILL').catch(() => null)
    await rm(home, { recursive: true, force: true })
  })
  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await server.call(method, path, body)
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  return {
    call,
    url: () => server.url,
    async restart() {
      await server.stop('SIGKILL')
      server = await startServer(env)
    },
    async runUntil(id: string, isThere: (run: RunDetail) => boolean): Promise<RunDetail> {
      for (const began = Date.now(); Date.now() - began < DEADLINE_MS;) {
        const run = await call<RunDetail>('GET', `/api/runs/${id}`)
        if (isThere(run)) return run
        await wait(50)
      }
      throw new Error(`Run ${id} did not get there`)
    },
  }
}

test('a server killed with -9 in an agent loop keeps the conversation, and the run replays identically', async () => {
  const mockProvider = await startMockProvider({ script })
  onTestFinished(() => mockProvider.close())
  const server = await mortalServer()
  const { call } = server
  const lane = { name: 'lane', baseUrl: mockProvider.url, key: 'a-key', allowPrivate: true }
  await call('POST', '/api/connections', lane)
  await call('POST', '/api/agents', { name: 'Clerk', slug: 'clerk', document })
  await call('POST', '/api/agents/clerk/versions', { revision: 1, publish: true })

  for (let index = 0; index < RUNS; index++) {
    const input = { messages: [{ role: 'user', content: 'What is 6 * 7?' }] }
    const { id, threadId } = await call<RunDetail>('POST', '/api/runs', { agent: 'clerk', input })
    await wait(Math.random() * LATEST_MS)
    await server.restart()
    const paused = await server.runUntil(id, ({ status }) => status === 'interrupted')
    const decision = decisions[index % decisions.length]
    const answers = Object.fromEntries(
      paused.interrupts.map((one) => [one.id, { kind: 'approval', decisions: [decision] }]),
    )
    await call('POST', `/api/runs/${id}/resume`, { answers })
    await wait(Math.random() * LATEST_MS)
    await server.restart()
    const ended = await server.runUntil(id, ({ status }) => isEnded(status))

    const client = new Client({ apiUrl: `${server.url()}/langgraph`, apiKey: null })
    const { values } = await client.threads.getState<{ messages: { type: string }[] }>(threadId)
    const replay = await call<{ verdict: string }>('POST', '/api/replays/wait', { traceId: id })
    expect(ended.status).toBe('success')
    expect(values.messages.map(({ type }) => type)).toEqual([
      'human',
      'ai',
      'tool',
      'ai',
      'tool',
      'tool',
      'ai',
    ])
    expect(replay).toMatchObject({ verdict: 'identical' })
  }
}, 900_000)
