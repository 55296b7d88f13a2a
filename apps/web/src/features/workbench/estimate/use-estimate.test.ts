import { ZERO_USAGE } from '@lathe/contract'
import { expect, test } from 'vitest'
import { recordedNodes } from './use-estimate.ts'

const group = (
  key: string,
  runs: number,
  modelCalls: number,
  input = 0,
  output = 0,
  errors = 0,
) => ({
  key,
  total: { runs, errors, modelCalls, usage: { ...ZERO_USAGE, input, output } },
})

test('usage of nested steps counts for the node, and failed calls are ignored', () => {
  const groups = [
    group('one/search', 4, 0),
    group('one/search/model', 8, 8, 800, 80),
    group('one/write', 2, 2, 100, 50),
    group('one/mark', 2, 0),
    group('one/refused', 2, 2, 0, 0, 2),
    group('one/shaky', 4, 4, 100, 50, 3),
    group('two/write', 9, 9, 9, 9),
  ]

  expect(recordedNodes('one', groups)).toEqual({
    search: { callsPerVisit: 2, input: 100, output: 10 },
    write: { callsPerVisit: 1, input: 50, output: 25 },
    shaky: { callsPerVisit: 1, input: 100, output: 50 },
  })
})
