import type { JsonObject } from '@lathe/contract'
import { expect, test } from 'vitest'
import { listMetrics, findCaseChange } from '@lathe/verdicts'
import { cell, failed, passed, makePlan, contains } from '../testing.ts'
import { cellGrid } from './cell-grid.ts'
import { type Show, visibleRows, showLabel, showOptions } from './visible-rows.ts'

const plan = makePlan()
const [metric] = listMetrics(plan.evaluators)
if (!metric) throw new Error('a check is a yardstick')
const latency = { id: 'latency', name: 'Latency', measure: 'latency' } as const

const grid = cellGrid([
  cell('a.one', { evaluations: { k: failed } }),
  cell('b.one', { evaluations: { k: passed }, output: { answer: 'Other' } }),
  cell('a.two', { evaluations: { k: passed } }),
  cell('b.two', { evaluations: { k: failed } }),
  cell('a.three', { evaluations: { k: passed } }),
  cell('b.three', { status: 'error' }),
])

test.each<[Show, string | undefined, string[]]>([
  ['all', undefined, ['one', 'two', 'three']],
  ['different', undefined, ['one']],
  ['failures', undefined, ['one', 'two', 'three']],
  ['failures', 'a', ['one']],
  ['errors', undefined, ['three']],
  ['improved', 'b', ['one']],
  ['regressed', 'b', ['two', 'three']],
])('filter %s for variant %s shows %j', (show, variant, keys) => {
  const rows = visibleRows(plan, grid, { show, metric, variant })

  expect(rows.map(({ key }) => key)).toEqual(keys)
})

test('the Different filter compares calls regardless of argument order', () => {
  const called = (place: string, given: JsonObject) =>
    cell(place, { calls: [{ tool: 'search', arguments: given }] })
  const calling = cellGrid([
    called('a.one', { q: 'Moon', most: 1 }),
    called('b.one', { q: 'Sun', most: 1 }),
    called('a.two', { q: 'Moon', most: 1 }),
    called('b.two', { most: 1, q: 'Moon' }),
  ])

  const rows = visibleRows(plan, calling, { show: 'different', metric })

  expect(rows.map(({ key }) => key)).toEqual(['one'])
})

test('the Different filter ignores message ids', () => {
  const saying = (place: string, id: string, content: string) =>
    cell(place, { output: { messages: [{ id, role: 'assistant', content }] } })
  const chats = cellGrid([
    saying('a.one', '1', 'Tides'),
    saying('b.one', '2', 'Tides'),
    saying('a.two', '3', 'Tides'),
    saying('b.two', '4', 'Waves'),
  ])

  const rows = visibleRows(plan, chats, { show: 'different', metric })

  expect(rows.map(({ key }) => key)).toEqual(['two'])
})

test("filters cases by a pairwise judge's choice", () => {
  const taste = { id: 'evaluator:k', name: 'Taste', measure: 'score', isPairwise: true } as const
  const scored = (place: string, score: number) =>
    cell(place, { evaluations: { k: { status: 'scored', score, reason: '' } } })
  const judged = cellGrid([
    scored('a.one', 0.5),
    scored('b.one', 1),
    scored('a.two', 0.5),
    scored('b.two', 0.5),
    scored('a.three', 0.5),
    cell('b.three'),
  ])
  const visibleKeys = (show: Show) =>
    visibleRows(plan, judged, { show, metric: taste }).map(({ key }) => key)

  expect(visibleKeys('improved')).toEqual(['one'])
  expect(visibleKeys('regressed')).toEqual([])
  expect(visibleKeys('tied')).toEqual(['two'])
  expect(visibleKeys('undecided')).toEqual(['three'])
})

test('filters cases without a verdict, which excludes failed ones', () => {
  const judged = cellGrid([
    cell('a.one', { evaluations: { k: passed } }),
    cell('b.one', { evaluations: { k: passed } }),
    cell('b.one', { repeat: 1, evaluations: { k: { status: 'undecided', reason: '' } } }),
    cell('b.two', { evaluations: { k: failed } }),
    cell('b.three', { status: 'error' }),
  ])

  const rows = visibleRows(plan, judged, { show: 'undecided', metric })

  expect(rows.map(({ key }) => key)).toEqual(['one'])
})

test('lower latency is an improvement and repeats are averaged', () => {
  const before = [cell('a.one', { latencyMs: 100 })]
  const after = [cell('b.one', { latencyMs: 50 }), cell('b.one', { latencyMs: 130, repeat: 1 })]

  expect(findCaseChange(before, after, latency)).toBe('improved')
  expect(findCaseChange(after, before, latency)).toBe('regressed')
  expect(findCaseChange(before, [], latency)).toBeUndefined()
})

test('the latency of a reused cell is neither better nor worse', () => {
  const earlier = [cell('a.one', { latencyMs: 100, isReused: true })]
  const after = [cell('b.one', { latencyMs: 50 })]

  expect(findCaseChange(earlier, after, latency)).toBeUndefined()
  expect(findCaseChange(after, earlier, latency)).toBeUndefined()
})

const [byCheck, ...others] = listMetrics([contains])
const latencyMetric = others.find(({ id }) => id === 'latency')
if (!byCheck || !latencyMetric) throw new Error('a check and what a run takes are yardsticks')

const has = (metric: typeof byCheck) =>
  showOptions(metric).some(({ value }) => value === 'undecided')

test('offers the No verdict filter for evaluators only', () => {
  expect([has(byCheck), has(latencyMetric)]).toEqual([true, false])
})

test.each([
  ['undecided', false, 'No verdict'],
  ['improved', false, 'Improved'],
  ['improved', true, 'Variant preferred'],
] as const)('the label of %s (pairwise: %s) is %s', (show, isPairwise, name) => {
  expect(showLabel(show, { ...byCheck, isPairwise })).toBe(name)
})
