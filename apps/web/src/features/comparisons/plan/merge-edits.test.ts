import type { ComparisonPlan } from '@lathe/contract'
import { expect, test } from 'vitest'
import { column, contains, makePlan, row } from '../testing.ts'
import { freeKey } from './keys.ts'
import { mergeEdits, revertOurs } from './merge-edits.ts'

const base = makePlan()
const of = (plan: Partial<ComparisonPlan>, name = 'Prompts') => ({
  name,
  plan: { ...base, ...plan },
})
const merged = (ours: Partial<ComparisonPlan>, theirs: Partial<ComparisonPlan>) =>
  mergeEdits({ base: of({}), ours: of(ours), theirs: of(theirs) })?.plan
const keys = (list: readonly { key: string }[] | undefined) => list?.map(({ key }) => key)
const [one, two, three] = [row('one'), row('two'), row('three')]

test('merges a variant, an evaluator and a setting changed on different sides', () => {
  const mine = [column('a'), column('b', 'Mine')]
  const theirs = { evaluators: [{ ...contains, name: 'Theirs' }], repeats: 3 }

  expect(merged({ variants: mine }, theirs)).toEqual({ ...base, variants: mine, ...theirs })
})

test('merges changes of different variants', () => {
  const mine = column('b', 'Mine')
  const theirs = column('a', 'Theirs')

  expect(
    merged(
      { variants: [column('a'), mine] },
      { variants: [theirs, column('b', 'Say {{question}}')] },
    )?.variants,
  ).toEqual([theirs, mine])
})

test('merges added, removed and moved cases', () => {
  const [four, five] = [row('four'), row('five')]

  expect(
    keys(merged({ cases: [four, one, two, three] }, { cases: [one, three, five] })?.cases),
  ).toEqual(['four', 'one', 'three', 'five'])
  expect(
    keys(merged({ cases: [three, one, two] }, { cases: [one, two, four, three] })?.cases),
  ).toEqual(['three', 'one', 'two', 'four'])
})

test('keeps cases that both sides appended', () => {
  const added = () => row(freeKey([one, two, three], 'c'))
  const [mine, theirs] = [added(), added()]

  expect(
    keys(merged({ cases: [one, two, three, mine] }, { cases: [one, two, three, theirs] })?.cases),
  ).toEqual(['one', 'two', 'three', mine.key, theirs.key])
})

test.each<[string, Partial<ComparisonPlan>, Partial<ComparisonPlan>]>([
  ['a column', { variants: [column('a', 'Mine')] }, { variants: [column('a', 'Theirs')] }],
  ['a setting', { repeats: 2 }, { repeats: 3 }],
  ['the order', { cases: [two, one, three] }, { cases: [three, one, two] }],
  [
    'a row that is gone there',
    { cases: [row('one', 'Mine?'), two, three] },
    { cases: [two, three] },
  ],
  [
    'a new row',
    { cases: [one, two, three, row('four', 'Mine?')] },
    { cases: [one, two, three, row('four')] },
  ],
])('conflicts if both sides changed %s', (_what, ours, theirs) => {
  expect(merged(ours, theirs)).toBeUndefined()
})

test('merges the name like other fields', () => {
  const sides = { base: of({}), ours: of({ repeats: 2 }), theirs: of({}, 'Theirs') }

  expect(mergeEdits(sides)).toEqual(of({ repeats: 2 }, 'Theirs'))
  expect(mergeEdits({ ...sides, ours: of({}, 'Mine') })).toBeUndefined()
})

test('withoutOurs reverts only local changes', () => {
  const theirs = of({ repeats: 4 })
  const both = of({ variants: [column('a', 'Mine')], repeats: 4 })
  const since = (plan: Partial<ComparisonPlan>) => of({ ...both.plan, ...plan })

  expect(revertOurs(since({ cases: [one] }), { merged: both, theirs })).toEqual(
    of({ repeats: 4, cases: [one] }),
  )
  const builtUpon = since({ variants: [column('a', 'Mine, too')] })
  expect(revertOurs(builtUpon, { merged: both, theirs })).toBeUndefined()
})

test("keeps the other side's order of schema properties", () => {
  const asking = (...names: string[]): Partial<ComparisonPlan> => {
    const properties = Object.fromEntries(names.map((name) => [name, {}]))
    return {
      evaluators: [
        { key: 'c', name: 'Form', evaluator: { kind: 'json-schema', schema: { properties } } },
      ],
    }
  }
  const sides = { base: of(asking('score', 'why')), theirs: of(asking('why', 'score')) }

  const both = mergeEdits({ ...sides, ours: of(asking('score', 'why'), 'Mine') })

  expect(JSON.stringify(both?.plan.evaluators)).toBe(JSON.stringify(sides.theirs.plan.evaluators))
})
