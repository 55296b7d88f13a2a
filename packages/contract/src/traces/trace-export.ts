import * as z from 'zod'
import { IdList, oneOrMore } from '../common.ts'
import { traceFilter } from './trace-filter.ts'

/**
 * Query of a trace export. The response is a file, so the export is not a procedure of the
 * contract.
 */
export const TraceExport = z.strictObject({
  ...traceFilter,
  format: z.enum(['csv', 'jsonl']).default('csv'),
  /** JSONL only: includes spans with their payloads, feedback and attachments. */
  spans: z.stringbool().or(z.boolean()).default(false),
  ids: IdList.optional(),
  /** CSV only: metadata keys that get their own column. */
  metadata: oneOrMore(z.string().min(1).max(100)).optional(),
})
export type TraceExport = z.infer<typeof TraceExport>
