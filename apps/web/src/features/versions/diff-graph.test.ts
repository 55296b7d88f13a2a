import type { GraphDocument, GraphNode } from '@lathe/contract'
import { diffDocuments } from '@lathe/graph'
import { expect, test } from 'vitest'
import { layOutDiff } from './diff-graph.ts'

const set = (value: string): GraphNode => ({ kind: 'set', values: { topic: { value } } })
const document = (overrides: Partial<GraphDocument>): GraphDocument => ({
  format: 1,
  state: { topic: { type: 'string' } },
  input: ['topic'],
  output: [],
  nodes: {},
  edges: [],
  layout: {},
  notes: [],
  ...overrides,
})
const before = document({
  nodes: { plan: set('a'), check: set('b'), write: set('c') },
  edges: [
    { from: 'start', to: 'plan' },
    { from: 'plan', to: 'check' },
    { from: 'check', to: 'write' },
    { from: 'write', to: 'end' },
  ],
  layout: { plan: [0, 0], check: [300, 0], write: [600, 0] },
})
const after = document({
  nodes: { plan: set('other'), outline: { kind: 'tools', channel: 'topic' }, write: set('c') },
  edges: [
    { from: 'start', to: 'plan' },
    { from: 'plan', to: 'outline' },
    { from: 'outline', to: 'write' },
    { from: 'write', to: 'end' },
  ],
  layout: { plan: [0, 0], outline: [300, 20], write: [600, 0] },
  output: ['topic'],
})
const { cards, ways: edges } = layOutDiff(before, after, diffDocuments(before, after))
const card = (id: string) => cards.find((candidate) => candidate.id === id)

test('a diff graph marks added, removed and changed nodes, and the ends for input and output', () => {
  expect(cards.map(({ id, data }) => [id, data.look])).toEqual([
    ['start', undefined],
    ['plan', 'changed'],
    ['outline', 'added'],
    ['write', undefined],
    ['end', 'changed'],
    ['check', 'removed'],
  ])
})

test('a removed node keeps its position unless another card occupies it', () => {
  expect(card('outline')?.position).toEqual({ x: 300, y: 20 })
  expect(card('check')?.position).toEqual({ x: 300, y: 220 })
})

test('a rerouted edge is drawn to its old and its new target', () => {
  expect(edges.map(({ source, target, data }) => [source, target, data?.look])).toEqual([
    ['start', 'plan', undefined],
    ['plan', 'outline', 'changed'],
    ['outline', 'write', 'added'],
    ['write', 'end', undefined],
    ['check', 'write', 'removed'],
    ['plan', 'check', 'removed'],
  ])
})

test('each edge of a diff graph connects two cards', () => {
  const ids = new Set(cards.map(({ id }) => id))

  expect(edges.filter(({ source, target }) => !ids.has(source) || !ids.has(target))).toEqual([])
})

test('Tab visits only changed cards', () => {
  expect(cards.filter(({ focusable }) => focusable).map(({ id }) => id)).toEqual([
    'plan',
    'outline',
    'end',
    'check',
  ])
})
