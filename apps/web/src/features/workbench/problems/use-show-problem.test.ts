import { GraphNode } from '@lathe/contract'
import { expect, test } from 'vitest'
import { rejectedField } from './use-show-problem.ts'

const node = GraphNode.parse({
  kind: 'model',
  model: { connection: 'demo', name: 'demo-1', extra: { logit_bias: {} } },
  prompt: { messages: [{ role: 'placeholder', channel: 'messages' }] },
})

test.each([
  ['temperature', 'model.temperature'],
  ['max_completion_tokens', 'model.maxTokens'],
  ['messages[0].content', 'prompt'],
  ['logit_bias', 'model.extra'],
  ['constructor', undefined],
])("a provider's error about %s is shown at the field %s", (param, field) => {
  expect(rejectedField(node, param)).toBe(field)
})

test('a node without model calls has no such field', () => {
  expect(rejectedField(GraphNode.parse({ kind: 'set', values: {} }), 'temperature')).toBeUndefined()
})
