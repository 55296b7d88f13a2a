import type { ComparisonPlan } from '@lathe/contract'
import { hasBudget } from './spent.ts'

/** One for so many that are asked. */
const ASKED_FOR_ONE = 4

/**
 * How many cells get ready while as many as may be are asked. Only bare prompts, which do nothing but call a model:
 * their calls stand in line. A budget is not overdrawn for it.
 */
export const aheadOf = (plan: ComparisonPlan): number =>
  hasBudget(plan) || plan.variants.some(({ base }) => base.type !== 'prompt')
    ? 0
    : Math.ceil(plan.concurrency / ASKED_FOR_ONE)
