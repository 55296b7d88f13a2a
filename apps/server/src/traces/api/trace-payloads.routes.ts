import { type TraceMatch, TracePayloadPart } from '@lathe/contract'
import { readSpanDetails } from '../query/read-details.ts'
import { readPayloads } from '../../platform/db/payloads/read-payloads.ts'
import { api, type Context, uncheckedApi } from '../../api/context.ts'
import { isTraceKnown } from './live-runs.ts'
import type { StoredPayload } from '../../platform/db/payloads/payloads.ts'

export const tracePayloadRoutes = {
  details: uncheckedApi.traces.details.handler(async ({ input, context, errors }) => {
    const { db, workspaceId } = context
    if (!(await isTraceKnown(db, workspaceId, input.id))) throw errors.NO_SUCH_TRACE()
    return readSpanDetails({ db, workspaceId, id: input.id })
  }),

  find: uncheckedApi.traces.find.handler(async ({ input, context, errors }) => {
    const { db, workspaceId } = context
    if (!(await isTraceKnown(db, workspaceId, input.id))) throw errors.NO_SUCH_TRACE()
    return searchPayloads(context, input)
  }),

  attachments: api.traces.attachments.handler(async ({ input, context }) => {
    const rows = await context.db
      .selectFrom('attachments')
      .select(['name', 'mime_type', 'size'])
      .where('workspace_id', '=', context.workspaceId)
      .where('trace_id', '=', input.traceId)
      .where('span_id', '=', input.spanId)
      .orderBy('name')
      .execute()
    return rows.map(({ name, mime_type, size }) => ({ name, mimeType: mime_type, size }))
  }),
}

type PayloadContext = Pick<Context, 'db' | 'workspaceId'>

async function* searchPayloads(
  { db, workspaceId }: PayloadContext,
  { id, q }: { id: string; q: string },
): AsyncGenerator<TraceMatch[], void> {
  for await (const rows of readPayloads({ db, workspaceId, id })) {
    const found = findText(rows, q)
    if (found.length > 0) yield found
  }
}

/** Context before and after a match. Short before, so that the match is visible in a narrow row. */
const CONTEXT_BEFORE = 20
const CONTEXT_AFTER = 100

/** Finds the spans that contain a text, at most once per payload part, ignoring case. */
function findText(payloads: readonly StoredPayload[], text: string): TraceMatch[] {
  // Matches the JSON form, in which quotes and line breaks are escaped.
  const needle = JSON.stringify(text).slice(1, -1).toLowerCase()
  return payloads.flatMap((payload) =>
    TracePayloadPart.options.flatMap((part): TraceMatch[] => {
      const json = payload[part]?.toString()
      if (json === undefined) return []
      const offset = findMatch(json.toLowerCase(), needle)
      if (offset < 0) return []
      return [{ spanId: payload.spanId, part, excerpt: excerptAt(json, offset, needle.length) }]
    }),
  )
}

/**
 * Skips matches inside an escape sequence, such as the `n` of `\
 * `.
 */
function findMatch(json: string, needle: string): number {
  let offset = json.indexOf(needle)
  while (offset > 0 && isEscaped(json, offset)) offset = json.indexOf(needle, offset + 1)
  return offset
}

function isEscaped(json: string, offset: number): boolean {
  let backslashes = 0
  while (json[offset - backslashes - 1] === '\\') backslashes++
  return backslashes % 2 === 1
}

function excerptAt(json: string, offset: number, length: number): string {
  const [from, to] = [Math.max(0, offset - CONTEXT_BEFORE), offset + length + CONTEXT_AFTER]
  const excerpt = json
    .slice(from, to)
    .replaceAll(/\\([\\"nrt])/g, (_, character: string) =>
      /[nrt]/.test(character) ? ' ' : character,
    )
  return `${from > 0 ? '…' : ''}${excerpt}${to < json.length ? '…' : ''}`
}
