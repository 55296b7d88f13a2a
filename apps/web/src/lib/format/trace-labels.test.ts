import { expect, test } from 'vitest'
import { traceName } from './trace-labels.ts'

test.each([
  [{ title: 'Moon?', name: 'chat' }, 'Moon?'],
  [{ title: '', name: 'chat' }, 'chat'],
  [{ title: '', name: '' }, 'not received yet'],
])('names a trace of %j %s', (trace, name) => {
  expect(traceName(trace)).toBe(name)
})
