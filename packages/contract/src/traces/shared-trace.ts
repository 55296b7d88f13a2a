import * as z from 'zod'
import { Span, SpanDetail } from './spans.ts'
import { Attachment } from './trace-page.ts'

/** Trace behind a share link. `GET /public/{token}/trace` returns it without a session. */
export const SharedTrace = z.object({
  title: z.string(),
  /** Whether another program sent the trace. */
  isForeign: z.boolean(),
  /** The shared span, which has no parent here, and its descendants in tree order. */
  spans: z.array(Span),
  /** Whether the trace has more spans than a share link shows. */
  isTruncated: z.boolean(),
})
export type SharedTrace = z.infer<typeof SharedTrace>

/** Span of a shared trace. `GET /public/{token}/spans/{spanId}` returns it without a session. */
export const SharedSpan = z.object({ span: SpanDetail, attachments: z.array(Attachment) })
export type SharedSpan = z.infer<typeof SharedSpan>
