import * as z from 'zod'
import { Micros } from './common.ts'
import { commonErrors } from './errors.ts'
import { route } from './route.ts'

/** How long traces are kept, and by age, for all of them, what alerts told of; what is null has no limit. */
export const RetentionRule = z.strictObject({
  /** Name of the project it is for; null for all traces of the workspace. */
  project: z.string().min(1).max(500).nullable().default(null),
  maxAgeDays: z.int().min(1).max(36_500).nullable().default(null),
  /** Of payloads; the oldest traces go until the rest fits. */
  maxBytes: z.int().min(1_000_000).nullable().default(null),
})
export type RetentionRule = z.infer<typeof RetentionRule>

const rules = z.array(RetentionRule).max(200)

/** What rules would delete now. Traces that still grow are kept, and rollups stay as they are. */
export const RetentionPreview = z.array(
  z.object({
    rule: RetentionRule,
    traces: z.int(),
    spans: z.int(),
    bytes: z.int(),
    /** Start of the newest of them; null when there are none. */
    newest: Micros.nullable(),
  }),
)
export type RetentionPreview = z.infer<typeof RetentionPreview>

export const retention = {
  get: route('GET', '/retention', 'How long traces are kept')
    .input(z.strictObject({}))
    .errors(commonErrors)
    .output(z.object({ rules })),

  set: route('PUT', '/retention', 'Say how long traces are kept; it is looked after every hour')
    .input(z.strictObject({ rules }))
    .errors(commonErrors)
    .output(z.object({ rules })),

  preview: route('POST', '/retention/preview', 'What such rules would delete now')
    .input(z.strictObject({ rules }))
    .errors(commonErrors)
    .output(RetentionPreview),

  apply: route('POST', '/retention/apply', 'Delete now what the stored rules say')
    .input(z.strictObject({}))
    .errors(commonErrors)
    .output(z.object({ deleted: z.int() })),
}
