import type { ComparisonPlan, Limits } from '@lathe/contract'
import { hasBudget } from './spent.ts'

/** One for so many that are asked. */
const ASKED_FOR_ONE = 4
/** One place of so many is left to other runs. */
const PLACES_FOR_ONE = 8

/**
 * How many cells get ready while as many as may be are asked. Only bare prompts, which do nothing but call a model:
 * their calls stand in line. A budget is not overdrawn for it, and other runs do not find all places taken by those
 * that wait.
 */
export function aheadOf(plan: ComparisonPlan, { runsAtOnce }: Pick<Limits, 'runsAtOnce'>): number {
  const areBare = plan.variants.every(({ base }) => base.type === 'prompt')
  if (!areBare || hasBudget(plan)) return 0
  const places = runsAtOnce - Math.ceil(runsAtOnce / PLACES_FOR_ONE) - plan.concurrency
  return Math.max(0, Math.min(Math.floor(plan.concurrency / ASKED_FOR_ONE), places))
}
