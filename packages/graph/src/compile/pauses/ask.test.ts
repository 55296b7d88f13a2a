import type { Channel, GraphNode, InterruptAnswer, NodeOf } from '@lathe/contract'
import { describe, expect, test } from 'vitest'
import { graph, set } from '../../testing/documents.ts'
import { onThread, resume } from '../../testing/run.ts'
import { testRuntime } from '../../testing/runtime.ts'

const state: Record<string, Channel> = {
  topic: { type: 'string' },
  decision: { type: 'string' },
  reason: { type: 'string' },
  notes: { type: 'array', reducer: 'append' },
  items: { type: 'array', default: [] },
}
const ask = (fields: Partial<NodeOf<'ask'>> = {}): GraphNode => ({
  kind: 'ask',
  title: 'Check',
  message: 'Publish {{topic}}?',
  form: { type: 'object', properties: { why: { type: 'string' } } },
  decisions: [{ port: 'yes', label: 'Yes, please' }, { port: 'no' }],
  writes: { decision: 'decision', reason: 'values.why' },
  ...fields,
})
const asking = (node: GraphNode, more: string[] = []) =>
  graph({
    state,
    nodes: { check: node, yes: set({ notes: 'yes' }), no: set({ notes: 'no' }) },
    edges: ['start > check', 'check.yes > yes', 'check.no > no', 'yes > end', 'no > end', ...more],
  })
const answered = (decision: string, values = {}): InterruptAnswer => ({
  kind: 'ask',
  decision,
  values,
})

describe('an ask node', () => {
  test('pauses with its question and follows the edge of the decision', async () => {
    const { runtime } = testRuntime()
    const { run, pauses } = onThread(asking(ask()), runtime)

    await run({ topic: 'this' })
    const [pause] = await pauses()
    const end = await run(resume({ [pause?.id ?? '']: answered('no', { why: 'too long' }) }))

    expect(pause).toMatchObject({
      kind: 'ask',
      node: 'check',
      title: 'Check',
      message: 'Publish this?',
      form: { type: 'object' },
      decisions: [
        { port: 'yes', label: 'Yes, please' },
        { port: 'no', label: 'no' },
      ],
      deadlineAt: null,
    })
    expect(end).toMatchObject({ decision: 'no', reason: 'too long', notes: ['no'] })
  })

  test('accepts a timeout after its deadline', async () => {
    const { runtime } = testRuntime()
    const document = asking(ask({ deadlineMs: 60_000 }), ['check.timeout > no'])
    const { run, pauses } = onThread(document, runtime)

    await run({ topic: 'this' })
    const [pause] = await pauses()
    const end = await run(resume({ [pause?.id ?? '']: answered('timeout') }))

    expect(pause).toMatchObject({ deadlineAt: 1_000_000 + 60_000_000 })
    expect(end).toMatchObject({ decision: 'timeout', notes: ['no'] })
  })

  test.each([
    ['a decision it does not have', answered('maybe'), 'decision: expected one of yes, no'],
    [
      'a form filled in wrong',
      answered('yes', { why: 1 }),
      'values.why: expected string, got number',
    ],
    ['timeout, without a deadline', answered('timeout'), 'decision: expected one of yes, no'],
  ])('rejects %s', async (_, answer, reason) => {
    const { runtime } = testRuntime()
    const { run, pauses } = onThread(asking(ask()), runtime)
    await run({ topic: 'this' })
    const [pause] = await pauses()

    await expect(run(resume({ [pause?.id ?? '']: answer }))).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: `The answer to \`check\` does not match its question: ${reason}`,
    })
  })

  test('asks once per copy of a fan-out, and each copy follows its own decision', async () => {
    const { runtime } = testRuntime()
    const document = graph({
      state,
      input: ['items'],
      nodes: {
        check: ask({ key: 'item', message: '{{item}}?', writes: {} }),
        yes: set({ notes: 'yes' }),
        no: set({ notes: 'no' }),
      },
      edges: [
        { from: 'start', to: 'check', each: { of: 'items', as: 'item' } },
        'check.yes > yes',
        'check.no > no',
        'yes > end',
        'no > end',
      ],
    })
    const { run, pauses } = onThread(document, runtime)

    await run({ items: ['a', 'b'] })
    const asked = await pauses()
    const answers = asked.map(({ id, title }) => [id, answered(title.endsWith('a') ? 'yes' : 'no')])
    const end = await run(resume(Object.fromEntries(answers)))

    expect(asked.map(({ title }) => title)).toEqual(['Check · a', 'Check · b'])
    expect(end).toMatchObject({ notes: ['no', 'yes'] })
  })

  test('rejects a question about an empty list with a clear error', async () => {
    const { runtime } = testRuntime()
    const document = graph({
      state,
      input: ['items'],
      nodes: { check: ask({ key: 'item', message: '{{item}}?', writes: {} }) },
      edges: [
        { from: 'start', to: 'check', each: { of: 'items', as: 'item' } },
        'check.yes > end',
        'check.no > end',
      ],
    })

    await expect(onThread(document, runtime).run({ items: [] })).rejects.toMatchObject({
      message: 'There is nothing to ask `check` about: the list is empty',
    })
  })
})
