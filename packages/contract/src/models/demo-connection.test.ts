import { expect, test } from 'vitest'
import { findConnectionByName } from './demo-connection.ts'

const named = (...names: string[]) => names.map((name) => ({ name }))

test.each([
  { name: 'openai', among: ['demo', 'openai'], found: 'openai' },
  { name: 'practice', among: ['demo', 'openai'], found: 'demo' },
  { name: 'practice', among: ['demo', 'practice'], found: 'practice' },
  { name: 'practice', among: ['openai'], found: undefined },
  { name: 'other', among: ['demo'], found: undefined },
])('finds $found by the name $name among $among', ({ name, among, found }) => {
  expect(findConnectionByName(named(...among), name)?.name).toBe(found)
})
