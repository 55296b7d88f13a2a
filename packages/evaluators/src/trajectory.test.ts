import { RuleEvaluator, type JsonObject } from '@lathe/contract'
import { describe, expect, test } from 'vitest'
import { evaluate } from './evaluate.ts'
import type { Call } from './evaluated-run.ts'

const call = (tool: string, given: JsonObject = {}): Call => ({ tool, arguments: given })

const judge = (config: object, calls: Call[]) =>
  evaluate(RuleEvaluator.parse({ kind: 'trajectory', ...config }), {
    output: '',
    calls,
    latencyMs: 0,
    cost: 0,
    tokens: 0,
  })

const expected = [{ tool: 'search' }, { tool: 'read' }]

describe('the order of tool calls', () => {
  test('in-order allows other calls in between', () => {
    const calls = [call('search'), call('think'), call('read')]

    expect(judge({ calls: expected }, calls)).toEqual({
      status: 'passed',
      reason: 'calls made: search, think, read',
    })
    expect(judge({ calls: expected }, calls.toReversed())).toEqual({
      status: 'failed',
      reason: 'read is missing in its place; calls made: read, think, search',
    })
  })

  test('exact allows no other calls', () => {
    const exact = (calls: Call[]) => judge({ calls: expected, order: 'exact' }, calls)

    expect(exact([call('search'), call('read')]).status).toBe('passed')
    expect(exact([call('search')]).reason).toBe('call 2 should be read, there is none')
    expect(exact([call('read'), call('search')]).reason).toContain('call 1 should be search')
    expect(exact([call('search'), call('read'), call('read')]).reason).toContain(
      'call 3 was not expected: read',
    )
  })

  test('any order assigns each call to one expectation', () => {
    const any = (calls: object[], made: Call[]) => judge({ calls, order: 'any' }, made)

    expect(any(expected, [call('read'), call('search')]).status).toBe('passed')
    expect(any([{ tool: 'read' }, { tool: 'read' }], [call('read')]).reason).toBe(
      'read is missing; calls made: read',
    )
  })

  test('any order assigns a call that fits two expectations so that both match', () => {
    const calls = [{ tool: 'search' }, { tool: 'search', arguments: { q: 'x' } }]

    const { status } = judge({ calls, order: 'any' }, [
      call('search', { q: 'x' }),
      call('search', { q: 'y' }),
    ])

    expect(status).toBe('passed')
  })
})

describe('arguments', () => {
  test('expected arguments must be present and equal, and others are allowed', () => {
    const calls = [{ tool: 'search', arguments: { q: 'x', filter: { year: 2024 } } }]
    const made = (given: JsonObject) => judge({ calls }, [call('search', given)]).status

    expect(made({ q: 'x', filter: { year: 2024, lang: 'en' }, page: 2 })).toBe('passed')
    expect(made({ q: 'x', filter: { year: 2023 } })).toBe('failed')
    expect(made({ q: 'x' })).toBe('failed')
  })

  test('missing calls are shown with their expected arguments', () => {
    const calls = [{ tool: 'search', arguments: { q: 'x' } }]

    expect(judge({ calls }, []).reason).toBe(
      'search({"q":"x"}) is missing in its place; calls made: none',
    )
  })

  test('an expected null differs from a missing argument', () => {
    const calls = [{ tool: 'search', arguments: { q: null } }]

    expect(judge({ calls }, [call('search')]).status).toBe('failed')
    expect(judge({ calls }, [call('search', { q: null })]).status).toBe('passed')
  })
})

test('limits the number of calls, down to none', () => {
  expect(judge({ atMost: 0 }, []).status).toBe('passed')
  expect(judge({ atMost: 1 }, [call('a'), call('b')]).reason).toBe(
    '2 calls, at most 1 were allowed; calls made: a, b',
  )
})
