import type { GraphNode } from '@lathe/contract'
import { expect, test } from 'vitest'
import { graph } from '../../testing.ts'
import { readPin } from './pin-controls.tsx'

const document = graph({
  state: {
    topic: { type: 'string' },
    notes: { type: 'array', reducer: 'append' },
    n: { type: 'number' },
  },
})
const set: GraphNode = { kind: 'set', values: {} }
const branch: GraphNode = {
  kind: 'branch',
  decide: { by: 'rules', rules: [{ port: 'yes', when: 'true' }] },
  else: 'no',
}

test('a value per channel is a valid pin, also a single list element', () => {
  expect(readPin(document, set, '{ "topic": "x", "notes": "one" }', null)).toEqual({
    pin: { writes: { topic: 'x', notes: 'one' } },
  })
})

test.each([
  ['[', /expected|unexpected|end/i],
  ['[1]', /Must be an object/],
  ['{ "nowhere": 1 }', /nowhere: no such channel/],
  ['{ "n": "five" }', /^n: /],
])('%s is an invalid pin', (text, problem) => {
  expect(readPin(document, set, text, null)).toMatchObject({
    problem: expect.stringMatching(problem),
  })
})

test('a pin of a branching node needs an existing port', () => {
  expect(readPin(document, branch, '{}', 'yes')).toEqual({ pin: { writes: {}, port: 'yes' } })
  expect(readPin(document, branch, '', null)).toEqual({ problem: 'Select an output port' })
})
