import type { Agent, AgentVersion } from '@lathe/contract'
import { expect, test } from 'vitest'
import { parseComparison } from './sides.ts'

const versions = [5, 4, 1].map((number): AgentVersion => ({
  number,
  hash: `hash-${number}`,
  message: '',
  author: 'owner',
  createdAt: 0,
  isPublished: false,
}))
const agent = (hasDraftChanges: boolean) => ({ hasDraftChanges }) as Agent

test.each([
  [{}, true, { from: 5, to: 'draft' }],
  [{}, false, { from: 4, to: 5 }],
  [{ to: '4' }, true, { from: 1, to: 4 }],
  [{ to: '1' }, true, { from: 'empty', to: 1 }],
  [{ from: '1', to: 'draft' }, false, { from: 1, to: 'draft' }],
  [{ from: 'rubbish', to: '0' }, false, { from: 4, to: 5 }],
])('%j with draft changes %s compares %j', (search, hasDraftChanges, comparison) => {
  expect(parseComparison(search, agent(hasDraftChanges), versions)).toEqual(comparison)
})

test('a draft without versions is compared with an empty graph', () => {
  expect(parseComparison({}, agent(false), [])).toEqual({ from: 'empty', to: 'draft' })
})
