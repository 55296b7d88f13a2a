import type { GraphNode } from '@lathe/contract'
import { describe, expect, test } from 'vitest'
import { graph, set } from '../testing/documents.ts'
import { rules, state } from '../testing/routes.ts'
import { runOnce } from '../testing/run.ts'
import { testRuntime } from '../testing/runtime.ts'

describe('a fan-out', () => {
  const fan = (
    of: string,
    work: GraphNode = set({ notes: '{{item}} of {{topic}}' }),
    max?: number,
  ) =>
    graph({
      state: { ...state, items: { type: 'array', default: [] } },
      input: ['topic', 'items'],
      nodes: { plan: set({ notes: 'plan' }), work, join: set({ count: '= notes.length' }) },
      edges: [
        'start > plan',
        { from: 'plan', to: 'work', each: { of, as: 'item', ...(max && { max }) } },
        'work > join',
        'join > end',
      ],
    })

  test('runs one copy per element, in order, and joins once', async () => {
    const { runtime } = testRuntime()

    const end = await runOnce(fan('items'), runtime, { topic: 't', items: ['a', 'b', 'c'] })

    expect(end).toMatchObject({ notes: ['plan', 'a of t', 'b of t', 'c of t'], count: 4 })
  })

  test('nested in another one gives copies access to both elements', async () => {
    const { runtime } = testRuntime()
    const document = graph({
      state: { ...state, items: { type: 'array', default: [] } },
      input: ['topic', 'items'],
      nodes: { outer: set({ count: 1 }), inner: set({ notes: '{{topic}} {{letter}}' }) },
      edges: [
        { from: 'start', to: 'outer', each: { of: 'items', as: 'word' } },
        { from: 'outer', to: 'inner', each: { of: '[...word]', as: 'letter' } },
        'inner > end',
      ],
    })

    const end = await runOnce(document, runtime, { topic: 't', items: ['ab', 'c'] })

    expect(end).toMatchObject({ notes: ['t a', 't b', 't c'] })
  })

  test('reads the list as the node has just written it', async () => {
    const { runtime } = testRuntime()

    const end = await runOnce(fan('notes.map((note) => note + "!")'), runtime, { topic: 't' })

    expect(end).toMatchObject({ notes: ['plan', 'plan! of t'] })
  })

  test('continues a fan-out without elements at the join', async () => {
    const { runtime, executed } = testRuntime()

    expect(await runOnce(fan('items'), runtime, { topic: 't' })).toMatchObject({
      notes: ['plan'],
      count: 1,
    })
    expect(executed).toEqual(['plan', 'join'])
  })

  test('processes the first elements up to its limit', async () => {
    const { runtime } = testRuntime()

    const end = await runOnce(fan('items', undefined, 2), runtime, { topic: 't', items: [1, 2, 3] })

    expect(end).toMatchObject({ notes: ['plan', '1 of t', '2 of t'] })
  })

  test('over a value that is not a list fails', async () => {
    const { runtime } = testRuntime()

    await expect(runOnce(fan('topic'), runtime, { topic: 't' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: 'The fan-out to `work` needs a list, but `topic` is a text',
    })
  })

  test('works from the start, twice into one node, and from a copy', async () => {
    const { runtime } = testRuntime()
    const document = graph({
      state: { items: { type: 'array' }, notes: state.notes },
      nodes: { split: set({ notes: '{{word}}' }), letter: set({ notes: '{{char}}' }) },
      edges: [
        { from: 'start', to: 'split', each: { of: 'items', as: 'word' } },
        { from: 'split', to: 'letter', each: { of: '[...word]', as: 'char' } },
        { from: 'split', to: 'letter', when: 'error' },
        'letter > end',
      ],
    })

    const { notes } = await runOnce(document, runtime, { items: ['ab', 'c'] })

    expect(notes).toEqual(['ab', 'c', 'a', 'b', 'c'])
  })

  test('decides a fan-out to a branch for each copy', async () => {
    const { runtime } = testRuntime()
    const document = graph({
      state: { items: { type: 'array' }, notes: state.notes },
      nodes: {
        pick: rules(['big', 'n > 1']),
        big: set({ notes: 'big' }),
        small: set({ notes: 'small' }),
      },
      edges: [
        { from: 'start', to: 'pick', each: { of: 'items', as: 'n' } },
        'pick.big > big',
        'pick.else > small',
        'big > end',
        'small > end',
      ],
    })

    expect(await runOnce(document, runtime, { items: [1, 2, 3] })).toMatchObject({
      notes: ['big', 'small'],
    })
    expect(await runOnce(document, runtime, { items: [] })).toMatchObject({ notes: ['small'] })
  })
})
