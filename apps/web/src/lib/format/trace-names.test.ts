import { expect, test } from 'vitest'
import { nameOfTrace } from './trace-names.ts'

test.each([
  [{ title: 'Moon?', name: 'chat' }, 'Moon?'],
  [{ title: '', name: 'chat' }, 'chat'],
  [{ title: '', name: '' }, 'not received yet'],
])('names a trace of %j %s', (trace, name) => {
  expect(nameOfTrace(trace)).toBe(name)
})
