import { AIMessage } from '@langchain/core/messages'
import type { NodeOf } from '@lathe/contract'
import { describe, expect, test } from 'vitest'
import { graph } from '../../testing/documents.ts'
import { runOnce } from '../../testing/run.ts'
import { calling, testRuntime, testTool } from '../../testing/runtime.ts'

const model = { connection: 'demo', name: 'demo-1' }
const prompt = { messages: [{ role: 'user' as const, text: 'Go' }] }

describe('a model that calls tools its node does not offer', () => {
  const answer = { schema: { type: 'object' }, writes: { number: 'n' } }
  const plain = (fields: Partial<NodeOf<'model'>>) =>
    graph({
      state: { messages: { type: 'messages' }, number: { type: 'number' } },
      input: [],
      nodes: { helper: { kind: 'model', model, prompt, ...fields } },
      edges: ['start > helper', 'helper > end'],
    })

  test.each([
    ['words', {}],
    ['fields', { answer }],
  ])('fails if its node expects %s', async (_, fields) => {
    const { runtime } = testRuntime({ replies: [calling(['add', {}], ['add', {}])] })

    await expect(runOnce(plain(fields), runtime, {})).rejects.toMatchObject({
      code: 'BAD_RESPONSE',
      node: 'helper',
      message:
        'The model of `helper` answered with calls of `add` and no text, but the node offers it no tools',
    })
  })

  test('accepts a self-loop if the message contains text or the node has tools', async () => {
    const talking = new AIMessage({
      content: 'Hm.',
      tool_calls: [{ id: '1', name: 'add', args: {} }],
    })
    const said = testRuntime({ replies: [talking] })
    const offered = testRuntime({
      replies: [calling(['add', {}])],
      tools: [testTool('add', async () => 3)],
    })

    const { messages } = await runOnce(plain({}), said.runtime, {})
    expect(messages).toMatchObject([{ content: 'Hm.' }])
    await runOnce(plain({ tools: ['add'] }), offered.runtime, {})
    expect(offered.calls).toHaveLength(1)
  })
})
