import * as z from 'zod'
import { Micros } from '../common.ts'
import { commonErrors } from '../errors.ts'
import { route } from '../route.ts'
import { FeedbackScore } from './trace-page.ts'

const Category = z.strictObject({
  value: FeedbackScore,
  /** Shown instead of the number. Null shows the number. */
  label: z.string().trim().min(1).max(80).nullable().default(null),
})
export type FeedbackCategory = z.infer<typeof Category>

const Scale = {
  /** A number within bounds, one of several categories, or text without a score. */
  type: z.enum(['continuous', 'categorical', 'freeform']),
  /** Inclusive bounds of a number. Null means no bound. */
  min: FeedbackScore.nullable().default(null),
  max: FeedbackScore.nullable().default(null),
  categories: z.array(Category).max(50).default([]),
  isLowerBetter: z.boolean().default(false),
}

const key = z.string().trim().min(1).max(500)

/**
 * Scale of the scores of one key, as people enter them. Scores sent by programs are not checked.
 */
export const FeedbackConfig = z.object({ key, ...Scale, modifiedAt: Micros })
export type FeedbackConfig = z.infer<typeof FeedbackConfig>

/** A scale as a user defines it. */
export const FeedbackConfigInput = z
  .strictObject({ key, ...Scale })
  .refine(({ min, max }) => min === null || max === null || min < max, {
    path: ['max'],
    message: 'must exceed the minimum',
  })
  .refine(({ type, min, max }) => type === 'continuous' || (min === null && max === null), {
    path: ['min'],
    message: 'only continuous scales have bounds',
  })
  .refine(({ type, categories }) => (type === 'categorical') === categories.length > 0, {
    path: ['categories'],
    message: 'only categorical scales have categories, and they need at least one',
  })
  .refine(({ categories }) => areDistinct(categories.map(({ value }) => value)), {
    path: ['categories'],
    message: 'two categories have the same value',
  })
  .refine(({ categories }) => areDistinct(categories.flatMap(({ label }) => label ?? [])), {
    path: ['categories'],
    message: 'two categories have the same label',
  })
export type FeedbackConfigInput = z.infer<typeof FeedbackConfigInput>

const areDistinct = (items: readonly unknown[]) => new Set(items).size === items.length

export const feedbackConfigs = {
  list: route('GET', '/feedback-configs', 'List feedback scales by name')
    .input(z.strictObject({}))
    .errors(commonErrors)
    .output(z.array(FeedbackConfig)),

  set: route('PUT', '/feedback-configs/{key}', 'Define a feedback scale')
    .input(FeedbackConfigInput)
    .errors(commonErrors)
    .output(FeedbackConfig),

  delete: route('DELETE', '/feedback-configs/{key}', 'Delete a feedback scale; scores stay')
    .input(z.strictObject({ key }))
    .errors({
      ...commonErrors,
      NO_SUCH_CONFIG: { status: 404, message: 'This feedback key has no scale' },
    })
    .output(z.object({})),
}
