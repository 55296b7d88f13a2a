import { type TraceMatch, TracePayloadPart } from '@lathe/contract'
import { readSpanDetails } from '../query/read-details.ts'
import { readPayloads } from '../../platform/db/payloads/read-payloads.ts'
import { api, type Context, uncheckedApi } from '../../api/context.ts'
import { isTraceKnown } from './awaited-trace.store.ts'
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
    return hits(context, input)
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

type Place = Pick<Context, 'db' | 'workspaceId'>

async function* hits(
  { db, workspaceId }: Place,
  { id, q }: { id: string; q: string },
): AsyncGenerator<TraceMatch[], void> {
  for await (const rows of readPayloads({ db, workspaceId, id })) {
    const found = findText(rows, q)
    if (found.length > 0) yield found
  }
}

/** Context before and after a match. Short before, so that the match is visible in a narrow row. */
const BEFORE = 20
const AFTER = 100

/** Finds the spans that contain a text, at most once per payload part, ignoring case. */
function findText(payloads: readonly StoredPayload[], text: string): TraceMatch[] {
  // Matches the JSON form, in which quotes and line breaks are escaped.
  const wanted = JSON.stringify(text).slice(1, -1).toLowerCase()
  return payloads.flatMap((payload) =>
    TracePayloadPart.options.flatMap((part): TraceMatch[] => {
      const json = payload[part]?.toString()
      if (json === undefined) return []
      const at = placeOf(json.toLowerCase(), wanted)
      if (at < 0) return []
      return [{ spanId: payload.spanId, part, excerpt: excerptOf(json, at, wanted.length) }]
    }),
  )
}

/**
 * Skips matches inside an escape sequence, such as the `n` of `\
 * `.
 */
function placeOf(json: string, wanted: string): number {
  let at = json.indexOf(wanted)
  while (at > 0 && isEscaped(json, at)) at = json.indexOf(wanted, at + 1)
  return at
}

function isEscaped(json: string, at: number): boolean {
  let signs = 0
  while (json[at - signs - 1] === '\\') signs++
  return signs % 2 === 1
}

function excerptOf(json: string, at: number, length: number): string {
  const [from, to] = [Math.max(0, at - BEFORE), at + length + AFTER]
  const words = json
    .slice(from, to)
    .replaceAll(/\\([\\"nrt])/g, (_, sign: string) => (/[nrt]/.test(sign) ? ' ' : sign))
  return `${from > 0 ? '…' : ''}${words}${to < json.length ? '…' : ''}`
}
