import { expect, test } from 'vitest'
import { model, only } from '../testing/agent.ts'
import { runOnce } from '../testing/run.ts'
import { testRuntime } from '../testing/runtime.ts'

test('a prompt that comes out empty is an error, not a call', async () => {
  const { runtime, calls } = testRuntime({ replies: ['x'] })
  const silent = only({
    kind: 'model',
    model,
    prompt: { messages: [{ role: 'user', text: '{{#messages}}x{{/messages}}' }] },
    output: { text: 'text' },
  })

  await expect(runOnce(silent, runtime, { messages: [] })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
  expect(calls).toEqual([])
})
