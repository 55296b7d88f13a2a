import { describe, expect, test } from 'vitest'
import { alignCalls, type RecordedCall } from './align-calls.ts'

/** `plan@1:hello`: what a node asked at a superstep. */
function call(text: string, fields: Partial<RecordedCall> = {}): RecordedCall {
  const [, node = '', superstep, asked = ''] = /^(\w+)@(\d+):(.*)$/.exec(text) ?? []
  const address = { path: [node], superstep: Number(superstep), branch: null, ordinal: 0 }
  return { id: text, kind: 'model', name: 'm', address, fingerprint: asked, attempt: 1, ...fields }
}

const aligned = (a: (string | RecordedCall)[], b: (string | RecordedCall)[]) => {
  const calls = (all: (string | RecordedCall)[]) =>
    all.map((one) => (typeof one === 'string' ? call(one) : one))
  return alignCalls(calls(a), calls(b)).map((pair) => [pair.a?.id ?? null, pair.b?.id ?? null])
}

describe('aligning calls', () => {
  test('calls at the same address are paired despite different requests', () => {
    expect(aligned(['plan@1:a', 'write@2:b'], ['plan@1:x', 'write@2:b'])).toEqual([
      ['plan@1:a', 'plan@1:x'],
      ['write@2:b', 'write@2:b'],
    ])
  })

  test('calls that moved to another address are paired by request', () => {
    expect(aligned(['plan@1:a', 'write@2:b'], ['plan@1:a', 'check@2:c', 'write@3:b'])).toEqual([
      ['plan@1:a', 'plan@1:a'],
      [null, 'check@2:c'],
      ['write@2:b', 'write@3:b'],
    ])
  })

  test('unmatched calls follow their predecessor', () => {
    expect(aligned(['plan@1:a', 'write@2:b'], ['plan@1:a', 'check@1:c'])).toEqual([
      ['plan@1:a', 'plan@1:a'],
      [null, 'check@1:c'],
      ['write@2:b', null],
    ])
  })

  test('the last try of a call counts', () => {
    const tries = [1, 2].map((attempt) => call('plan@1:a', { id: `try ${attempt}`, attempt }))

    expect(aligned(tries, ['plan@1:a'])).toEqual([['try 2', 'plan@1:a']])
  })

  test('the tries of the last process count', () => {
    const lost = [1, 2].map((attempt) => call('plan@1:a', { id: `lost try ${attempt}`, attempt }))

    expect(aligned([...lost, 'plan@1:a'], ['plan@1:a'])).toEqual([['plan@1:a', 'plan@1:a']])
  })

  test('calls of agents called at different steps are not paired', () => {
    const inside = (id: string, superstep: number) => {
      const { address } = call('plan@1:a')
      return call('plan@1:a', {
        id,
        address: { ...address, within: [{ superstep, branch: null }] },
      })
    }

    expect(aligned([inside('a', 1), inside('b', 2)], [inside('b', 2), inside('a', 1)])).toEqual([
      ['a', 'a'],
      ['b', 'b'],
    ])
  })
})
