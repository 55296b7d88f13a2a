import * as z from 'zod'
import { Micros } from '../common.ts'
import { commonErrors } from '../errors.ts'
import { route } from '../route.ts'

/**
 * Limits of stored traces, by age since they were received and by size. Null means no limit. The
 * age limit of all traces also applies to alert incidents. Pinned traces, and traces that active
 * comparisons, suites and replays need, are never deleted.
 */
export const RetentionRule = z.strictObject({
  /** Name of the project it is for; null for all traces of the workspace. */
  project: z.string().min(1).max(500).nullable().default(null),
  maxAgeDays: z.int().min(1).max(36_500).nullable().default(null),
  /** Total size of payloads. Traces that have been stored longest are deleted first. */
  maxBytes: z.int().min(1_000_000).nullable().default(null),
})
export type RetentionRule = z.infer<typeof RetentionRule>

/** The rule of a new workspace. */
export const DEFAULT_RETENTION: RetentionRule = {
  project: null,
  maxAgeDays: 30,
  maxBytes: 20 * 2 ** 30,
}

const rules = z.array(RetentionRule).max(200)

/** Traces that the rules would delete now. Traces that still grow are kept, and metrics stay unchanged. */
export const RetentionPreview = z.array(
  z.object({
    rule: RetentionRule,
    traces: z.int(),
    spans: z.int(),
    bytes: z.int(),
    /** Start of the newest trace. Null without traces. */
    newest: Micros.nullable(),
    /**
     * Traces that would be deleted if they were not pinned or needed. They count towards the bytes.
     */
    exempt: z.object({ traces: z.int(), bytes: z.int() }),
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
