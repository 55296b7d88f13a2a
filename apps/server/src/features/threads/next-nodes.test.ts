import { expect, test } from 'vitest'
import { nextNodes, ownChannels } from './next-nodes.ts'

test('nodes that an edge has triggered come next', () => {
  expect(nextNodes({ n: 1, 'branch:to:plan': null, 'branch:to:ask': null })).toEqual([
    'plan',
    'ask',
  ])
})

test('a join comes next once everything has arrived', () => {
  expect(nextNodes({ 'join:a+b:c': new Set(['a']) })).toEqual([])
  expect(nextNodes({ 'join:a+b:c': new Set(['b', 'a']) })).toEqual(['c'])
  expect(nextNodes({ 'join:a+b:c': [] })).toEqual([])
})

test('fan-out names its target once', () => {
  const sends = [
    { node: 'search', args: {} },
    { node: 'search', args: {} },
  ]

  expect(nextNodes({ __pregel_tasks: sends })).toEqual(['search'])
})

test('a finished state has nothing next', () => {
  expect(nextNodes({ n: 4, __pregel_tasks: [], __start__: {} })).toEqual([])
})

test('shows the channels of the state and none of the runtime', () => {
  const channels = { n: 1, my_text: 'x', __start__: {}, 'branch:to:a': null, 'join:a:b': [] }

  expect(ownChannels(channels)).toEqual({ n: 1, my_text: 'x' })
})
