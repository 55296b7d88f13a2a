import { expect, test } from 'vitest'
import { graph } from '../testing.ts'
import { changesBetween } from './document-changes.ts'

const code = { kind: 'code' as const, code: 'return {}', writes: [] }

test('names nodes, edges and channels that came, went and changed', () => {
  const before = graph({
    nodes: { plan: code, search: code },
    edges: [
      { from: 'start', to: 'plan' },
      { from: 'plan', to: 'search', when: 'error' },
    ],
  })
  const after = graph({
    nodes: { plan: { ...code, code: 'return { a: 1 }', title: 'Plan' }, write: code },
    edges: [{ from: 'start', to: 'plan', max: 3 }],
    state: { messages: { type: 'messages' }, topic: { type: 'array' } },
    input: ['topic', 'messages'],
  })

  expect(changesBetween(before, after)).toEqual([
    { type: 'changed', what: 'node plan', fields: ['code', 'title'] },
    { type: 'removed', what: 'node search', fields: [] },
    { type: 'added', what: 'node write', fields: [] },
    { type: 'changed', what: 'edge start → plan', fields: ['max'] },
    { type: 'removed', what: 'edge plan (error) → search', fields: [] },
    { type: 'changed', what: 'channel topic', fields: ['type'] },
    { type: 'changed', what: 'input', fields: [] },
  ])
})

test('cards that only moved are no change', () => {
  expect(changesBetween(graph(), graph({ layout: { answer: [9, 9] } }))).toEqual([])
})

test('the order of keys is no change', () => {
  const swapped = { writes: [], code: 'return {}', kind: 'code' as const }

  expect(changesBetween(graph({ nodes: { a: code } }), graph({ nodes: { a: swapped } }))).toEqual(
    [],
  )
})
