import { expect, test } from 'vitest'
import { describeDatabases } from '../../../testing/databases.ts'
import { collect } from '../../../testing/executor-harness.ts'
import { useLanggraphServer } from '../../../testing/langgraph-harness.ts'

const input = { messages: [{ role: 'user', content: 'What makes tides?' }] }
const question = { question: 'Shall we?' }
const thinking = {
  script: [{ reply: { toolCalls: [{ name: 'calculator', arguments: { expression: '2 + 3' } }] } }],
}

describeDatabases('the thread-centric protocol', (db) => {
  const start = useLanggraphServer(db)

  test('a protocol client starts runs on a new thread and receives their events', async () => {
    const { sdk } = await start()
    const thread = sdk.threads.stream({ assistantId: 'chat' })

    const texts = collect(thread.messages).then((all) =>
      Promise.all(all.map(async ({ text }) => text)),
    )
    await thread.run.start({ input })
    const output = await thread.output

    expect(output).toMatchObject({
      messages: [{ content: 'What makes tides?' }, { content: 'The moon does.' }],
    })
    expect(await texts).toEqual(['The moon does.'])
    await thread.close()
  })

  test('a protocol client receives tool calls', async () => {
    const { sdk } = await start(thinking)
    const thread = sdk.threads.stream({ assistantId: 'approve' })

    await thread.run.start({ input })
    await expect.poll(() => thread.interrupts.length).toBe(1)

    const [interrupt] = thread.interrupts
    expect(thread.interrupted).toBe(true)
    expect(interrupt?.payload).toMatchObject({ actionRequests: [{ name: 'calculator' }] })
    await thread.close()
  })

  test('a protocol client resumes interrupts', async () => {
    const { sdk } = await start()
    const thread = sdk.threads.stream({ assistantId: 'ask' })
    await thread.run.start({ input: question })
    await expect.poll(() => thread.interrupts.length).toBe(1)

    const [interrupt] = thread.interrupts
    await thread.input.respond({
      namespace: [],
      interrupt_id: interrupt?.interruptId ?? '',
      response: 'yes',
    })

    await expect
      .poll(() => sdk.threads.getState(thread.threadId))
      .toMatchObject({ values: { answer: 'yes' }, next: [] })
    await thread.close()
  })

  test('unknown commands are reported to a protocol client', async () => {
    const { apiUrl, sdk } = await start()
    const { thread_id: threadId } = await sdk.threads.create()
    const send = async (method: string, params: object) => {
      const response = await fetch(`${apiUrl}/threads/${threadId}/commands`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id: 7, method, params }),
      })
      return await response.json()
    }

    const unknown = await send('agent.dance', {})
    const nothing = await send('input.respond', { namespace: [], interrupt_id: 'x', response: 1 })
    const nobody = await send('run.start', { assistant_id: 'nobody', input: {} })

    expect(unknown).toMatchObject({ type: 'error', id: 7, error: 'unknown_command' })
    expect(nothing).toMatchObject({ type: 'error', error: 'no_such_interrupt' })
    expect(nobody).toMatchObject({ type: 'error', error: 'invalid_argument' })
  })
})
