import { GraphDocument } from '@lathe/contract'
import { startMockProvider } from '@lathe/mock-provider'
import { afterEach, expect, test } from 'vitest'
import { describeDatabases } from '../../testing/databases.ts'
import { approving } from '../../testing/langgraph-harness.ts'
import { startRunningApp } from '../../testing/running-app.ts'

const calls = (name: string, args = {}) => ({
  times: 1,
  reply: { toolCalls: [{ name, arguments: args }] },
})
const script = [
  calls('current_time'),
  calls('calculator', { expression: '2 + 3' }),
  { reply: 'Never mind then.' },
]
const CANCELLED = 'This call was cancelled before it finished.'

/** An agent that may read the clock freely and needs approval for calculations. */
function document(): GraphDocument {
  const { nodes, ...rest } = approving()
  const reply = { ...nodes['reply'], tools: ['current_time', 'calculator'] }
  return GraphDocument.parse({ ...rest, nodes: { reply } })
}

describeDatabases('a run interrupted inside an agent loop', (db) => {
  let stop = async () => {}
  afterEach(() => stop())

  async function startWaiting() {
    const mockProvider = await startMockProvider({ script })
    const app = await startRunningApp(db())
    stop = async () => {
      await app.stop()
      await mockProvider.close()
    }
    const { client } = app
    await client.models.createConnection({
      name: 'lane',
      baseUrl: mockProvider.url,
      key: 'a-key-for-the-provider',
      allowPrivate: true,
    })
    await client.agents.create({ name: 'Careful', document: document() })
    const say = (content: string, threadId?: string) =>
      client.runs.wait({
        agent: 'careful',
        version: 'draft',
        input: { messages: [{ role: 'user', content }] },
        ...(threadId !== undefined && { threadId, multitaskStrategy: 'interrupt' }),
      })
    const paused = await say('What is 2 + 3?')
    return { client, mockProvider, paused, say }
  }

  test('keeps its finished calls in the thread when a new message replaces it', async () => {
    const { client, mockProvider, paused, say } = await startWaiting()

    const next = await say('Forget it', paused.threadId)

    const { values } = await client.threads.state({ id: paused.threadId })
    expect(paused.status).toBe('interrupted')
    expect(next.status).toBe('success')
    expect(values['messages']).toMatchObject([
      { role: 'user', content: 'What is 2 + 3?' },
      { role: 'assistant', toolCalls: [{ name: 'current_time' }] },
      { role: 'tool', name: 'current_time' },
      { role: 'assistant', toolCalls: [{ name: 'calculator' }] },
      { role: 'tool', name: 'calculator', content: CANCELLED },
      { role: 'user', content: 'Forget it' },
      { role: 'assistant', content: 'Never mind then.' },
    ])
    const sent = mockProvider.requests.at(-1)?.body as { messages: { role: string }[] }
    expect(sent.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'tool',
      'user',
    ])
  })

  test('replays identically, like the run that replaced it', async () => {
    const { client, paused, say } = await startWaiting()
    const next = await say('Forget it', paused.threadId)

    const first = await client.replays.wait({ traceId: paused.id })
    const second = await client.replays.wait({ traceId: next.id })

    expect([first.verdict, second.verdict]).toEqual(['identical', 'identical'])
  })
})
