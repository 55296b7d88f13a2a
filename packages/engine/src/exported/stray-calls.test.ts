import type { NodeOf } from '@lathe/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { importFrom, typeErrors, writeProject } from '../testing/exported.ts'
import { delta, DONE, startServer, type TestServer } from '../testing/http-server.ts'
import { singleNode, prompt } from './case-parts.ts'
import { demoModel } from '../testing/documents.ts'

type Exported = { graph: { invoke: (input: object) => Promise<unknown> } }

let api: TestServer
const call = { id: '1', type: 'function', function: { name: 'add', arguments: '{}' } }
const stray = { role: 'assistant', content: '', tool_calls: [call] }

beforeAll(async () => {
  api = await startServer(({ body }, response) => {
    const content = body.includes('Talk') ? '{"sum":1}' : ''
    if (JSON.parse(body).stream !== true) {
      const choices = [{ index: 0, message: { ...stray, content }, finish_reason: 'tool_calls' }]
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ id: '1', object: 'chat.completion', choices }))
    } else {
      response.setHeader('content-type', 'text/event-stream')
      const said = { ...stray, content, tool_calls: [{ index: 0, ...call }] }
      response.end([delta(said), delta({}, 'tool_calls'), DONE].join(''))
    }
  })
  vi.stubEnv('DEMO_BASE_URL', `${api.url}/v1`)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await api.close()
})

const answer = { schema: { type: 'object' }, writes: { text: 'sum' } }

test.each<[string, Partial<NodeOf<'model'>>, unknown]>([
  ['words', { output: { text: 'text' } }, '{"sum":1}'],
  ['fields', { answer }, 1],
])('an exported model without tools rejects calls instead of %s', async (_, fields, said) => {
  const node = (text: string) =>
    singleNode({ kind: 'model', model: demoModel(), prompt: prompt(text), ...fields })
  const silent = writeProject(node('Go'))
  const { graph } = await importFrom<Exported>(silent, 'agent.ts')
  const talking = await importFrom<Exported>(writeProject(node('Talk')), 'agent.ts')

  await expect(graph.invoke({ topic: 't' })).rejects.toThrow(
    'The model of `it` answered with calls of `add` and no text, but the node offers it no tools',
  )
  expect(await talking.graph.invoke({ topic: 't' })).toMatchObject({ text: said })
  expect(await typeErrors(silent)).toBe('')
})
