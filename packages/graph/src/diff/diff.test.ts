import type { GraphDocument, GraphNode } from '@lathe/contract'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hashDocument } from '../document/hash.ts'
import { renameNode } from '../edit/nodes.ts'
import { soundDocument, wildDocument } from '../testing/arbitrary.ts'
import { graph, set } from '../testing/documents.ts'
import { describeDiff } from './describe.ts'
import { diffDocuments } from './diff-documents.ts'
import { diffFields } from './fields.ts'
import { listGraphChanges } from './types.ts'
import { wordDiff } from './word-diff.ts'

const model = (text: string): GraphNode => ({
  kind: 'model',
  model: { connection: 'demo', name: 'demo-1' },
  prompt: { messages: [{ role: 'user', text }] },
})
const base = graph({
  state: { topic: { type: 'string' }, notes: { type: 'array' } },
  nodes: { plan: model('Split {{topic}} into questions'), write: set({ notes: 'x' }) },
  edges: ['start > plan', 'plan > write', 'write > end'],
})
const sentences = (after: GraphDocument, before = base) =>
  describeDiff(diffDocuments(before, after))

describe('describeDiff', () => {
  test('describes a reducer change', () => {
    const state = { ...base.state, notes: { type: 'array', reducer: 'append' } as const }

    expect(sentences({ ...base, state })).toEqual([
      'reducer of `notes`: replace (default) → append',
    ])
  })

  test('describes a reducer change with the number of affected threads', () => {
    const state = { ...base.state, notes: { type: 'array', reducer: 'append' } as const }
    const live = [
      { version: 1, threads: 2, state: { notes: { type: 'array' as const } } },
      { version: null, threads: 1, state: { notes: { type: 'array' as const } } },
      {
        version: 2,
        threads: 9,
        state: { notes: { type: 'array' as const, reducer: 'append' as const } },
      },
    ]

    expect(describeDiff(diffDocuments(base, { ...base, state }), live)).toEqual([
      'reducer of `notes`: replace (default) → append: 3 live threads affected',
    ])
  })

  test('describes added and removed nodes and edges', () => {
    const after = graph({
      ...base,
      nodes: {
        plan: model('Split {{topic}} into questions'),
        ask: { kind: 'tools', channel: 'm' },
      },
      edges: ['start > plan', 'plan > ask', 'plan.error > end'],
    })

    expect(sentences(after)).toEqual([
      'added node `ask`',
      'removed node `write`',
      'removed edge write → end',
      'to of edge plan → write: write → ask',
      'added edge plan (error) → end',
    ])
  })

  test('describes changed fields and inserted list items', () => {
    const nodes = {
      ...base.nodes,
      plan: {
        ...model('Split {{topic}} into questions'),
        timeoutMs: 5,
        prompt: {
          messages: [
            { role: 'system' as const, text: 'Be brief' },
            { role: 'user' as const, text: 'Split {{topic}} into questions' },
          ],
        },
      } as GraphNode,
    }

    expect(sentences({ ...base, nodes })).toEqual([
      'prompt.messages.0 of `plan`: set to {"role":"system","text":"Be brief"}',
      'timeoutMs of `plan`: set to 5',
    ])
  })

  test('distinguishes an inserted message from a changed message of another role', () => {
    const said = (...messages: [role: 'system' | 'user', text: string][]) => ({
      ...base,
      nodes: {
        ...base.nodes,
        plan: {
          ...model(''),
          prompt: { messages: messages.map(([role, text]) => ({ role, text })) },
        } as GraphNode,
      },
    })
    const alone = said(['user', 'Split {{topic}}'])
    const led = said(['system', 'Be brief'], ['user', 'Split {{topic}} in two'])

    expect(diffDocuments(alone, led).nodes[0]).toMatchObject({
      fields: [
        { path: 'prompt.messages.0', before: undefined },
        { path: 'prompt.messages.1.text', after: 'Split {{topic}} in two' },
      ],
    })
    expect(diffDocuments(led, alone).nodes[0]).toMatchObject({
      fields: [
        { path: 'prompt.messages.0', after: undefined },
        { path: 'prompt.messages.0.text', after: 'Split {{topic}}' },
      ],
    })
  })

  test('describes input and output changes', () => {
    const after = { ...base, input: ['notes'], output: ['topic', 'notes'] }

    expect(sentences(after)).toEqual([
      'input: + `notes`, − `topic`',
      'output: + `topic`, + `notes`',
    ])
  })
})

describe('diffDocuments: a renamed node', () => {
  const renamed = (from: string, to: string, document = base) => {
    const edit = renameNode(document, from, to)
    if (!edit.ok) throw new Error('refused')
    return edit.document
  }

  test('counts as one change without edge changes', () => {
    expect(sentences(renamed('plan', 'outline'))).toEqual(['renamed node `plan` → `outline`'])
  })

  test('tolerates small content changes', () => {
    const after = renamed('plan', 'outline')
    const nodes = { ...after.nodes, outline: model('Split {{topic}} into three questions') }

    expect(sentences({ ...after, nodes })).toEqual([
      'renamed node `plan` → `outline`',
      'prompt.messages.0.text of `outline`: Split {{topic}} into questions → Split {{topic}} into three questions',
    ])
  })

  test('counts as another node if its kind changes', () => {
    const after = renamed('plan', 'outline')
    const nodes = { ...after.nodes, outline: set({ notes: 'x' }) }

    expect(sentences({ ...after, nodes })).toContain('removed node `plan`')
  })

  test('identifies a renamed node by its neighbours among similar nodes', () => {
    const ids = ['a', 'b', 'c', 'd']
    const chain = graph({
      nodes: Object.fromEntries(ids.map((id) => [id, set({ topic: 'same' })])),
      edges: ['start > a', 'a > b', 'b > c', 'c > d', 'd > end'],
    })
    const after = renamed('b', 'zz', renamed('d', 'aa', chain))

    expect(sentences(after, chain)).toEqual(['renamed node `b` → `zz`', 'renamed node `d` → `aa`'])
  })
})

test('wordDiff compares a prompt by words', () => {
  expect(wordDiff('Answer in one word', 'Answer in two words')).toEqual([
    { text: 'Answer in ', change: 'same' },
    { text: 'one word', change: 'removed' },
    { text: 'two words', change: 'added' },
  ])
})

test('the parts of wordDiff reconstruct both texts', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'cd', ' ', ', ', '\n')).map((all) => all.join(''))
  const without = (left: string, parts: ReturnType<typeof wordDiff>) =>
    parts.flatMap(({ change, text }) => (change === left ? [] : [text])).join('')

  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = wordDiff(before, after)
      expect(without('added', parts)).toBe(before)
      expect(without('removed', parts)).toBe(after)
    }),
  )
})

test('wordDiff reports fully changed lines one by one', () => {
  expect(wordDiff('one\ntwo', 'three\nfour')).toEqual([
    { text: 'one', change: 'removed' },
    { text: 'three', change: 'added' },
    { text: '\n', change: 'same' },
    { text: 'two', change: 'removed' },
    { text: 'four', change: 'added' },
  ])
})

test('wordDiff compares unrelated texts in bounded time', () => {
  const text = (word: string) =>
    Array.from({ length: 30_000 }, (_, index) => word + index).join(' ')
  const parts = wordDiff(text('a'), text('b'))

  expect(
    parts
      .filter(({ change }) => change !== 'added')
      .map(({ text }) => text)
      .join(''),
  ).toBe(text('a'))
})

const anyDocument = fc.oneof(soundDocument, wildDocument)

test('diffDocuments finds no difference between a document and itself', () => {
  fc.assert(
    fc.property(anyDocument, (document) => {
      const copy = structuredClone({ ...document, layout: { a: [1, 2] as [number, number] } })
      expect(listGraphChanges(diffDocuments(document, copy))).toEqual([])
    }),
  )
})

test('two documents differ exactly when their hashes do, and every change has a sentence', () => {
  fc.assert(
    fc.property(anyDocument, anyDocument, (before, after) => {
      const diff = diffDocuments(before, after)
      expect(listGraphChanges(diff).length > 0).toBe(hashDocument(before) !== hashDocument(after))
      expect(describeDiff(diff).length).toBeGreaterThanOrEqual(listGraphChanges(diff).length)
    }),
    { numRuns: 500 },
  )
})

test('a schema in a list differs by the order of its properties', () => {
  const either = (names: string[]) => [
    { properties: Object.fromEntries(names.map((name) => [name, {}])) },
  ]

  expect(diffFields(either(['why', 'score']), either(['score', 'why']))).toMatchObject([
    { path: '0.properties', before: ['why', 'score'], after: ['score', 'why'] },
  ])
})

test('a schema with reordered properties differs', () => {
  const channel = (...names: string[]) => {
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
    return graph({ nodes: {}, edges: [], state: { rating: { type: 'object', properties } } })
  }

  expect(describeDiff(diffDocuments(channel('why', 'score'), channel('score', 'why')))).toEqual([
    'properties of `rating`: ["why","score"] → ["score","why"]',
  ])
})

test('the order of keys and nodes makes no difference', () => {
  fc.assert(
    fc.property(anyDocument, anyDocument, (before, after) => {
      const turned = (document: GraphDocument): GraphDocument => ({
        ...document,
        nodes: Object.fromEntries(Object.entries(document.nodes).toReversed()),
      })
      const told = (a: GraphDocument, b: GraphDocument) => describeDiff(diffDocuments(a, b)).sort()
      expect(told(turned(before), turned(after))).toEqual(told(before, after))
    }),
  )
})

test('diffDocuments handles 500 nodes that are renamed and changed at once', () => {
  const many = (name: string, text: string) => {
    const ids = Array.from({ length: 500 }, (_, index) => `${name}${index}`)
    return graph({
      nodes: Object.fromEntries(
        ids.map((id, index) => [id, model(`Question ${index} about {{topic}}: ${text}`)]),
      ),
      edges: ['start', ...ids].map((from, index) => ({ from, to: ids[index] ?? 'end' })),
    })
  }
  const before = many('step', 'answer briefly and name every source')
  const after = many('node', 'answer at length and name every source')
  expect(listGraphChanges(diffDocuments(before, after)).length).toBeGreaterThanOrEqual(500)
})
