import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { afterEach, expect, test } from 'vitest'
import { type Answer, completion, startServer } from '../testing/http-server.ts'
import { connectionTo, quickAccess, testPorts } from '../testing/model-access.ts'
import { createChatModel } from './load-models.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})

const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }

const calls = ['a', 'b'].map((id) => ({ id, name: 'draw', args: {}, type: 'tool_call' as const }))
const conversation = [
  new HumanMessage('Draw'),
  new AIMessage({ content: '', tool_calls: calls }),
  new ToolMessage({ tool_call_id: 'a', content: [{ type: 'text', text: 'Drawn' }, picture] }),
  new ToolMessage({ tool_call_id: 'b', content: 'Failed' }),
]

async function ask(answer: Answer) {
  const server = await startServer(answer)
  closing.push(() => server.close())
  const { ports, exchanges } = testPorts()
  const access = quickAccess()
  const model = await createChatModel({
    connection: connectionTo(server.url),
    settings: { connection: 'test', name: 'gpt-test' },
    fetch: access.forRun(ports),
    retry: access.retry,
  })
  const outcome = await model.invoke(conversation).then(
    ({ content }) => content,
    (error: unknown) => error,
  )
  const sent = server.seen.map(({ body }): { messages: object[] } => JSON.parse(body))
  return { outcome, sent: sent.map(({ messages }) => messages.slice(2)), exchanges }
}

const answers = [
  { role: 'tool', tool_call_id: 'a', content: 'Drawn' },
  { role: 'tool', tool_call_id: 'b', content: 'Failed' },
]
const behind = {
  role: 'user',
  content: [{ type: 'text', text: 'Pictures returned by tools:' }, picture],
}

const refusing =
  (status: number, message: string): Answer =>
  ({ body }, response) => {
    const isRefused = body.includes('image_url')
    const error = { message, type: 'invalid_request_error' }
    response.writeHead(isRefused ? status : 200, { 'content-type': 'application/json' })
    response.end(isRefused ? JSON.stringify({ error }) : completion({ content: 'I see' }))
  }

test('pictures of tools come after all tool messages', async () => {
  const { outcome, sent } = await ask((_, response) => {
    response.end(completion({ content: 'A dot' }))
  })

  expect(outcome).toBe('A dot')
  expect(sent).toEqual([[...answers, behind]])
})

test('a model that rejects pictures is called again without them', async () => {
  const { outcome, sent, exchanges } = await ask(
    refusing(400, 'This model does not support image input'),
  )

  expect(outcome).toBe('I see')
  expect(sent).toEqual([[...answers, behind], answers])
  expect(exchanges.map(({ address, error }) => [address.ordinal, error?.code])).toEqual([
    [0, 'BAD_REQUEST'],
    [1, undefined],
  ])
})

test('any other rejection is an error', async () => {
  const { outcome, sent } = await ask(refusing(400, 'The temperature is too high'))

  expect(outcome).toMatchObject({ code: 'BAD_REQUEST' })
  expect(sent).toHaveLength(1)
})
