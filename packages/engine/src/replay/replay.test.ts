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

test('until a superstep all is from the tape, that step among it, and what comes later is live', () => {
  const replay = toReplay(planOf({ mode: 'until', superstep: 2 }))

  expect([1, 2, 3].map((step) => replay.isLive?.(at(step, 'a')))).toEqual([false, false, true])
})

test('only the nodes that are named go live, with all that is in them', () => {
  const replay = toReplay(planOf({ mode: 'only-live', nodes: ['a'] }))

  expect(
    [at(1, 'a'), at(9, 'a', 'b'), at(1, 'b'), at(1, 'b', 'a')].map((one) => replay.isLive?.(one)),
  ).toEqual([true, true, false, false])
})

test.each(['exact', 'version', 'live'] as const)('of %s no place is live of itself', (mode) => {
  expect(toReplay(planOf({ mode }))).not.toHaveProperty('isLive')
})

test.each<[string, Partial<ReplayPlan['settings']>, boolean]>([
  ['where nothing else may answer', {}, true],
  ['not where a miss asks the world', { mode: 'live', onMiss: 'live' }, false],
  ['not where a tool may write', { mode: 'version', writes: ['pay'] }, false],
  ['not where a node goes live', { mode: 'only-live', nodes: ['a'] }, false],
  ['not where it goes live later', { mode: 'until', superstep: 2 }, false],
])('all is from the tape %s', (_, settings, isAll) => {
  expect(isFullyRecorded(planOf(settings))).toBe(isAll)
})
