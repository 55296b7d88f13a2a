import { expect, test } from 'vitest'
import { isFullyRecorded, type ReplayPlan, toReplay } from './replay.ts'

const planOf = (settings: Partial<ReplayPlan['settings']>): ReplayPlan => ({
  exchanges: [],
  settings: {
    mode: 'exact',
    onMiss: 'fail',
    writes: [],
    standIn: { type: 'recorded' },
    speed: 0,
    ...settings,
  },
})

const at = (superstep: number, ...path: string[]) => ({ path, superstep, branch: null, ordinal: 0 })

test('a replay up to a superstep includes that step, and later steps are live', () => {
  const replay = toReplay(planOf({ mode: 'until', superstep: 2 }))

  expect([1, 2, 3].map((step) => replay.isLive?.(at(step, 'a')))).toEqual([false, false, true])
})

test('only the named nodes and their contents are live', () => {
  const replay = toReplay(planOf({ mode: 'only-live', nodes: ['a'] }))

  expect(
    [at(1, 'a'), at(9, 'a', 'b'), at(1, 'b'), at(1, 'b', 'a')].map((one) => replay.isLive?.(one)),
  ).toEqual([true, true, false, false])
})

test.each(['exact', 'version', 'live'] as const)('the mode %s has no live addresses', (mode) => {
  expect(toReplay(planOf({ mode }))).not.toHaveProperty('isLive')
})

test.each<[string, Partial<ReplayPlan['settings']>, boolean]>([
  ['nothing else can answer', {}, true],
  ['misses go live', { mode: 'live', onMiss: 'live' }, false],
  ['a tool can write', { mode: 'version', writes: ['pay'] }, false],
  ['a node is live', { mode: 'only-live', nodes: ['a'] }, false],
  ['later supersteps are live', { mode: 'until', superstep: 2 }, false],
])('whether everything comes from the recording: %s', (_, settings, isAll) => {
  expect(isFullyRecorded(planOf(settings))).toBe(isAll)
})
