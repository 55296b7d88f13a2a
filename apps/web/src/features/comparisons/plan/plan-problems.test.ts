import { expect, test } from 'vitest'
import { column, contains, makePlan } from '../testing.ts'
import { planProblems } from './plan-problems.ts'

const plan = makePlan({ variants: [column('a')], evaluators: [contains] })
const describeProblem = (path: string) =>
  planProblems({ data: { problems: [{ path, message: 'is missing' }] } }, plan)

test.each([
  ['variants.0.base.nodes.prompt.model.connection', 'A: is missing'],
  ['variants.0.base.overrides.writer', 'A (overrides.writer): is missing'],
  ['evaluators.0.evaluator.nodes.judge.model.connection', 'Contains: is missing'],
  ['budget.tokens', 'Token budget: is missing'],
])('the problem at %s reads “%s”', (path, words) => {
  expect(describeProblem(path)).toEqual([words])
})
