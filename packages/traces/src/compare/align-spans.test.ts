import { expect, test } from 'vitest'
import { makeSpan } from '../testing.ts'
import { alignSpans } from './align-spans.ts'

const named = (...names: string[]) =>
  names.map((name, at) => makeSpan({ name, startedAt: at, kind: 'tool' }))
const pairs = (a: string[], b: string[]) =>
  alignSpans(named(...a), named(...b)).map((pair) => [pair.a?.name ?? null, pair.b?.name ?? null])

test('shared spans are paired and others remain single', () => {
  expect(pairs(['plan', 'search', 'write'], ['plan', 'write', 'check'])).toEqual([
    ['plan', 'plan'],
    ['search', null],
    ['write', 'write'],
    [null, 'check'],
  ])
})

test('traces without common spans are listed one after the other', () => {
  expect(pairs(['plan'], ['write'])).toEqual([
    ['plan', null],
    [null, 'write'],
  ])
})
