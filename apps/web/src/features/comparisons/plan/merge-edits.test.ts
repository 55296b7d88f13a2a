import type { ComparisonPlan } from '@lathe/contract'
import { expect, test } from 'vitest'
import { column, contains, makePlan, row } from '../testing.ts'
import { freeKey } from './keys.ts'
import { mergeEdits, revertLocal } from './merge-edits.ts'

const base = makePlan()
const createEdit = (plan: Partial<ComparisonPlan>, name = 'Prompts') => ({
  name,
  plan: { ...base, ...plan },
})
const merged = (local: Partial<ComparisonPlan>, remote: Partial<ComparisonPlan>) =>
  mergeEdits({ base: createEdit({}), local: createEdit(local), remote: createEdit(remote) })?.plan
const keys = (list: readonly { key: string }[] | undefined) => list?.map(({ key }) => key)
const [one, two, three] = [row('one'), row('two'), row('three')]

test('merges a variant, an evaluator and a setting changed on different sides', () => {
  const mine = [column('a'), column('b', 'Mine')]
  const remote = { evaluators: [{ ...contains, name: 'Theirs' }], repeats: 3 }

  expect(merged({ variants: mine }, remote)).toEqual({ ...base, variants: mine, ...remote })
})

test('merges changes of different variants', () => {
  const mine = column('b', 'Mine')
  const remote = column('a', 'Theirs')

  expect(
    merged(
      { variants: [column('a'), mine] },
      { variants: [remote, column('b', 'Say {{question}}')] },
    )?.variants,
  ).toEqual([remote, mine])
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
  const [mine, remote] = [added(), added()]

  expect(
    keys(merged({ cases: [one, two, three, mine] }, { cases: [one, two, three, remote] })?.cases),
  ).toEqual(['one', 'two', 'three', mine.key, remote.key])
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
])('conflicts if both sides changed %s', (_what, local, remote) => {
  expect(merged(local, remote)).toBeUndefined()
})

test('merges the name like other fields', () => {
  const sides = {
    base: createEdit({}),
    local: createEdit({ repeats: 2 }),
    remote: createEdit({}, 'Theirs'),
  }

  expect(mergeEdits(sides)).toEqual(createEdit({ repeats: 2 }, 'Theirs'))
  expect(mergeEdits({ ...sides, local: createEdit({}, 'Mine') })).toBeUndefined()
})

test('withoutOurs reverts only local changes', () => {
  const remote = createEdit({ repeats: 4 })
  const both = createEdit({ variants: [column('a', 'Mine')], repeats: 4 })
  const since = (plan: Partial<ComparisonPlan>) => createEdit({ ...both.plan, ...plan })

  expect(revertLocal(since({ cases: [one] }), { merged: both, remote })).toEqual(
    createEdit({ repeats: 4, cases: [one] }),
  )
  const builtUpon = since({ variants: [column('a', 'Mine, too')] })
  expect(revertLocal(builtUpon, { merged: both, remote })).toBeUndefined()
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
  const sides = {
    base: createEdit(asking('score', 'why')),
    remote: createEdit(asking('why', 'score')),
  }

  const both = mergeEdits({ ...sides, local: createEdit(asking('score', 'why'), 'Mine') })

  expect(JSON.stringify(both?.plan.evaluators)).toBe(JSON.stringify(sides.remote.plan.evaluators))
})
