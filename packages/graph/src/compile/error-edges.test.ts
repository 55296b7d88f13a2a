import { describe, expect, test } from 'vitest'
import { graph, set } from '../testing/documents.ts'
import { state } from '../testing/routes.ts'
import { runOnce } from '../testing/run.ts'
import { testRuntime, testTool } from '../testing/runtime.ts'

describe('an error edge', () => {
  const failing = (error: Error) =>
    testRuntime({ tools: [testTool('calculator', () => Promise.reject(error))] })
  const document = graph({
    state,
    nodes: {
      work: { kind: 'tool', tool: 'calculator', args: {} },
      rescue: set({ notes: '{{error.code}}: {{error.message}} in {{error.node}}' }),
    },
    edges: ['start > work', 'work > end', 'work.error > rescue', 'rescue > end'],
  })

  test('provides the error to its target', async () => {
    const { runtime } = failing(Object.assign(new Error('no luck'), { code: 'TOOL_ERROR' }))

    expect(await runOnce(document, runtime, { topic: '' })).toMatchObject({
      notes: ['TOOL_ERROR: no luck in work'],
    })
  })

  test('ignores the error edge when the run is cancelled', async () => {
    const { runtime } = failing(new DOMException('stop', 'AbortError'))

    await expect(runOnce(document, runtime, { topic: '' })).rejects.toMatchObject({
      code: 'ABORTED',
      message: 'stop',
    })
  })

  test('an error edge does not stop parallel branches', async () => {
    const { runtime } = testRuntime({
      tools: [
        testTool('calculator', ({ n }) =>
          n === 2 ? Promise.reject(new Error('two')) : Promise.resolve(n ?? null),
        ),
      ],
    })
    const fan = graph({
      state: { items: { type: 'array' }, notes: state.notes },
      nodes: {
        work: {
          kind: 'tool',
          tool: 'calculator',
          args: { n: { expression: 'item' } },
          writes: 'notes',
        },
        rescue: set({ notes: '{{error.message}}' }),
      },
      edges: [
        { from: 'start', to: 'work', each: { of: 'items', as: 'item' } },
        'work > end',
        'work.error > rescue',
        'rescue > end',
      ],
    })

    expect(await runOnce(fan, runtime, { items: [1, 2, 3] })).toMatchObject({
      notes: [1, 3, 'two'],
    })
  })
})
