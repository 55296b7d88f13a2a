import * as z from 'zod'
import { Micros } from './common.ts'
import { commonErrors } from './errors.ts'
import { route } from './route.ts'

/**
 * How long traces are kept, since they came, and by age, for all of them, what alerts told of; what is null has no limit.
 * No rule deletes what is pinned, nor what comparisons, suites and replays under way need.
 */
export const RetentionRule = z.strictObject({
  /** Name of the project it is for; null for all traces of the workspace. */
  project: z.string().min(1).max(500).nullable().default(null),
  maxAgeDays: z.int().min(1).max(36_500).nullable().default(null),
  /** Of payloads; the traces that are here longest go until the rest fits. */
  maxBytes: z.int().min(1_000_000).nullable().default(null),
})
export type RetentionRule = z.infer<typeof RetentionRule>

/** Of a new workspace. */
export const DEFAULT_RETENTION: RetentionRule = {
  project: null,
  maxAgeDays: 30,
  maxBytes: 20 * 2 ** 30,
}

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
    /** What would go too, were it not pinned or needed; it counts towards the bytes. */
    kept: z.object({ traces: z.int(), bytes: z.int() }),
  }),
)
export type RetentionPreview = z.infer<typeof RetentionPreview>

export const retention = {
  get: route('GET', '/retention', 'List retention rules')
    .input(z.strictObject({}))
    .errors(commonErrors)
    .output(z.object({ rules })),

  set: route('PUT', '/retention', 'Set retention rules; they run hourly')
    .input(z.strictObject({ rules }))
    .errors(commonErrors)
    .output(z.object({ rules })),

  preview: route('POST', '/retention/preview', 'Preview what retention rules would delete')
    .input(z.strictObject({ rules }))
    .errors(commonErrors)
    .output(RetentionPreview),

  apply: route('POST', '/retention/apply', 'Apply the retention rules now')
    .input(z.strictObject({}))
    .errors(commonErrors)
    .output(z.object({ deleted: z.int() })),
}
