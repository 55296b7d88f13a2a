import type { GraphNode } from '@lathe/contract'
import { expect, test } from 'vitest'
import { graph } from '../../testing.ts'
import { readPin } from './pin-issues.ts'

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

test('a value for each channel is a pin, and one element of a list may be', () => {
  expect(readPin(document, set, '{ "topic": "x", "notes": "one" }', null)).toEqual({
    pin: { writes: { topic: 'x', notes: 'one' } },
  })
})

test.each([
  ['[', /expected|unexpected|end/i],
  ['[1]', /must be an object/],
  ['{ "nowhere": 1 }', /nowhere: there is no such channel/],
  ['{ "n": "five" }', /^n: /],
])('%s is no pin', (text, broken) => {
  expect(readPin(document, set, text, null)).toMatchObject({
    broken: expect.stringMatching(broken),
  })
})

test('a choice leaves by a port it has', () => {
  expect(readPin(document, branch, '{}', 'yes')).toEqual({ pin: { writes: {}, port: 'yes' } })
  expect(readPin(document, branch, '', null)).toEqual({ broken: 'Choose the way it leaves by' })
})
