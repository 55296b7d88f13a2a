import * as z from 'zod'
import { NamedIds, oneOrMore } from './common.ts'
import { traceFilter } from './trace-filter.ts'

/** Which traces, as a file; its answer is that file, so it is no procedure of the contract. */
export const TraceExport = z.strictObject({
  ...traceFilter,
  format: z.enum(['csv', 'jsonl']).default('csv'),
  /** Of JSONL: each trace with its spans and their payloads, what was said of them and what is attached. */
  spans: z.stringbool().or(z.boolean()).default(false),
  ids: NamedIds.optional(),
  /** Of CSV: keys of metadata that have a column of their own. */
  metadata: oneOrMore(z.string().min(1).max(100)).optional(),
})
export type TraceExport = z.infer<typeof TraceExport>
