import { nodeNames } from '@lathe/graph/compile'
import { GraphDocument } from '@lathe/contract'
import { expect, test } from 'vitest'
import { nextNodes, ownChannels } from './next-nodes.ts'

test('lists nodes that an edge has triggered', () => {
  expect(nextNodes({ n: 1, 'branch:to:plan': null, 'branch:to:ask': null })).toEqual([
    'plan',
    'ask',
  ])
})

test('lists a join once all its inputs have arrived', () => {
  expect(nextNodes({ 'join:a+b:c': new Set(['a']) })).toEqual([])
  expect(nextNodes({ 'join:a+b:c': new Set(['b', 'a']) })).toEqual(['c'])
  expect(nextNodes({ 'join:a+b:c': [] })).toEqual([])
})

test('lists a fan-out target once', () => {
  const sends = [
    { node: 'search', args: {} },
    { node: 'search', args: {} },
  ]

  expect(nextNodes({ __pregel_tasks: sends })).toEqual(['search'])
})

test('lists nothing for a finished state', () => {
  expect(nextNodes({ n: 4, __pregel_tasks: [], __start__: {} })).toEqual([])
})

test("returns the state's channels without LangGraph's own", () => {
  const channels = { n: 1, my_text: 'x', __start__: {}, 'branch:to:a': null, 'join:a:b': [] }

  expect(ownChannels(channels)).toEqual({ n: 1, my_text: 'x' })
})

test('uses the node names of the document', () => {
  const document = GraphDocument.parse({
    format: 1,
    state: { draft: { type: 'string' }, topics: { type: 'array', items: { type: 'string' } } },
    input: ['topics'],
    output: ['draft'],
    nodes: {
      draft: { kind: 'set', values: { draft: { value: 'a' } } },
      topics: { kind: 'set', values: { topics: { value: [] } } },
      search: { kind: 'set', values: { draft: { value: 'b' } } },
      'search-none': { kind: 'set', values: { draft: { value: 'c' } } },
    },
    edges: [
      { from: 'start', to: 'draft' },
      { from: 'draft', to: 'search', each: { of: 'topics', as: 'topic' } },
      { from: 'search', to: 'search-none' },
    ],
  })
  const names = nodeNames(document)
  const channels = {
    [`branch:to:${names.of('draft')}`]: null,
    [`join:${names.of('draft')}+search:${names.of('topics')}`]: ['draft_', 'search'],
    __pregel_tasks: [
      { node: names.passing('search'), args: {} },
      { node: 'search', args: {} },
    ],
    'branch:to:search-none': null,
  }

  expect(names.of('draft')).not.toBe('draft')
  expect(nextNodes(channels, names)).toEqual(['draft', 'topics', 'search', 'search-none'])
})
