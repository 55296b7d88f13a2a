import * as z from 'zod'
import { Micros } from './common.ts'
import { commonErrors } from './errors.ts'
import { route } from './route.ts'
import { FeedbackScore } from './trace-page.ts'

const Category = z.strictObject({
  value: FeedbackScore,
  /** What people choose; the number itself where it is null. */
  label: z.string().trim().min(1).max(80).nullable().default(null),
})
export type FeedbackCategory = z.infer<typeof Category>

const Scale = {
  /** A number of a range, one of some categories, or no score but words. */
  type: z.enum(['continuous', 'categorical', 'freeform']),
  /** Bounds of a number, which belong to it; null for none. */
  min: FeedbackScore.nullable().default(null),
  max: FeedbackScore.nullable().default(null),
  categories: z.array(Category).max(50).default([]),
  isLowerBetter: z.boolean().default(false),
}

const key = z.string().trim().min(1).max(500)

/** What scores of this name mean, as people are asked for them. What programs send is taken as it comes. */
export const FeedbackConfig = z.object({ key, ...Scale, modifiedAt: Micros })
export type FeedbackConfig = z.infer<typeof FeedbackConfig>

/** As somebody settles it. */
export const SettledConfig = z
  .strictObject({ key, ...Scale })
  .refine(({ min, max }) => min === null || max === null || min < max, {
    path: ['max'],
    message: 'is not above the least',
  })
  .refine(({ type, min, max }) => type === 'continuous' || (min === null && max === null), {
    path: ['min'],
    message: 'only numbers have bounds',
  })
  .refine(({ type, categories }) => (type === 'categorical') === categories.length > 0, {
    path: ['categories'],
    message: 'what has categories needs some, and nothing else has any',
  })
  .refine(({ categories }) => hasNoTwo(categories.map(({ value }) => value)), {
    path: ['categories'],
    message: 'two have the same value',
  })
  .refine(({ categories }) => hasNoTwo(categories.flatMap(({ label }) => label ?? [])), {
    path: ['categories'],
    message: 'two have the same name',
  })
export type SettledConfig = z.infer<typeof SettledConfig>

const hasNoTwo = (items: readonly unknown[]) => new Set(items).size === items.length

export const feedbackConfigs = {
  list: route('GET', '/feedback-configs', 'List feedback scales by name')
    .input(z.strictObject({}))
    .errors(commonErrors)
    .output(z.array(FeedbackConfig)),

  set: route('PUT', '/feedback-configs/{key}', 'Define a feedback scale')
    .input(SettledConfig)
    .errors(commonErrors)
    .output(FeedbackConfig),

  delete: route('DELETE', '/feedback-configs/{key}', 'Delete a feedback scale; scores stay')
    .input(z.strictObject({ key }))
    .errors({
      ...commonErrors,
      NO_SUCH_CONFIG: { status: 404, message: 'Scores of this name may be anything already' },
    })
    .output(z.object({})),
}
