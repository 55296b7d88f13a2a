import { hasUsage, type ListedTrace, unattributedAudio } from '@lathe/contract'
import type { Db, Queries } from '../../platform/db/db.ts'
import { readTraces } from '../query/list/list-traces.ts'
import { findSpan, readSpanDetails } from '../query/read-details.ts'
import { type TraceChoice, batchTraceIds } from '../query/list/list-ids.ts'
import { listFeedback } from '../api/feedback.store.ts'
import { redactFile } from '../../platform/crypto/redact-file.ts'
import { redactJson, withoutSecrets } from '../../platform/crypto/secret-rules.ts'
import { metadataKey, metadataValue, toIso, unknownCalls } from '@lathe/traces'
import { type CsvCell, csvLine } from '../../platform/http/csv.ts'

type Format = { format: 'csv' | 'jsonl'; spans: boolean; metadata?: string[] | undefined }

/** Yields the file in chunks. Memory holds one page of the list, or of the spans of one trace. */
export async function* exportRows(
  db: Db,
  workspaceId: string,
  { format, spans, metadata = [], ...choice }: TraceChoice & Format,
  signal?: AbortSignal,
): AsyncGenerator<string> {
  // Sent with the first rows, so that database errors can still change the status.
  let head = format === 'csv' ? csvHead(metadata) : ''
  for await (const ids of batchTraceIds(db, workspaceId, choice, signal)) {
    const traces = await readTraces(db, workspaceId, ids)
    if (format === 'csv') {
      yield head + traces.map((trace) => csvRow(redactJson(trace), metadata)).join('')
      head = ''
    } else if (spans) for (const trace of traces) yield* traceChunks(db, workspaceId, trace)
    else yield traces.map((trace) => `${JSON.stringify(redactJson(trace))}\n`).join('')
  }
  yield head
}

/** Yields a trace as JSON in chunks. Attachments that do not fit a line follow in further lines. */
async function* traceChunks(db: Db, workspaceId: string, trace: ListedTrace) {
  const { id } = trace
  yield `${JSON.stringify(redactJson(trace)).slice(0, -1)},"spans":[`
  let separator = ''
  for await (const spans of readSpanDetails({ db, workspaceId, id })) {
    yield separator + JSON.stringify(redactJson(spans)).slice(1, -1)
    separator = ','
  }
  const hasFeedback = trace.feedback.length > 0
  const feedbackItems = hasFeedback ? await listFeedback(db, workspaceId, id) : []
  const files = attachedFiles(db, workspaceId, id)
  const { value: attachments } = await files.next()
  yield `],${JSON.stringify({ feedbackItems: redactJson(feedbackItems), attachments }).slice(1)}\n`
  for await (const group of files) yield await attachmentLine(db, workspaceId, trace, group)
}

/** The trace again, with only the spans that have these attachments. */
async function attachmentLine(
  db: Db,
  workspaceId: string,
  trace: ListedTrace,
  attachments: readonly AttachedFile[],
) {
  const ids = [...new Set(attachments.map(({ spanId }) => spanId))]
  const found = await Promise.all(ids.map((id) => findSpan(db, workspaceId, trace.id, id)))
  const spans = found.filter((span) => span !== undefined)
  return `${JSON.stringify({ ...redactJson({ ...trace, spans }), feedbackItems: [], attachments })}\n`
}

const MIB = 1_024 * 1_024
/** Attachment bytes per line. */
const LINE_BYTES = 8 * MIB
/**
 * Larger attachments would make a base64 line that cannot be imported. Only their names are
 * exported.
 */
const MAX_ATTACHMENT_BYTES = 30 * MIB

type AttachedFile = {
  spanId: string
  name: string
  mimeType: string
  size: number
  base64: string | null
}

/** Yields the attachments of a trace in groups that fit one line. */
async function* attachedFiles(
  db: Queries,
  workspaceId: string,
  traceId: string,
): AsyncGenerator<AttachedFile[]> {
  const rows = await db
    .selectFrom('attachments')
    .select(['span_id', 'name', 'mime_type', 'size'])
    .where('workspace_id', '=', workspaceId)
    .where('trace_id', '=', traceId)
    .orderBy('span_id')
    .orderBy('name')
    .execute()
  let remaining = LINE_BYTES
  let files: AttachedFile[] = []
  for (const { span_id: spanId, name, mime_type: mimeType, size } of rows) {
    const isIncluded = size <= MAX_ATTACHMENT_BYTES
    if (isIncluded && size > remaining) {
      yield files
      files = []
      remaining = LINE_BYTES
    }
    if (isIncluded) remaining -= size
    const body = isIncluded ? await readBody({ db, workspaceId, traceId, spanId, name }) : undefined
    const bytes = body && Buffer.from(redactFile({ mimeType, body }))
    files.push({
      spanId,
      name: withoutSecrets(name),
      mimeType,
      size: bytes?.length ?? size,
      base64: bytes?.toString('base64') ?? null,
    })
  }
  yield files
}

type AttachmentKey = {
  db: Queries
  workspaceId: string
  traceId: string
  spanId: string
  name: string
}

async function readBody({ db, workspaceId, traceId, spanId, name }: AttachmentKey) {
  const row = await db
    .selectFrom('attachments')
    .select('body')
    .where('workspace_id', '=', workspaceId)
    .where('trace_id', '=', traceId)
    .where('span_id', '=', spanId)
    .where('name', '=', name)
    .executeTakeFirst()
  return row && Buffer.from(row.body)
}

type Cell = (trace: ListedTrace) => CsvCell

/** Empty for traces without usage. */
function withUsage(cell: Cell): Cell {
  return (trace) => (hasUsage(trace.usage) ? cell(trace) : null)
}

/** Some programs report a cost without tokens. */
function withCost(cell: Cell): Cell {
  return (trace) => (trace.pricedCost > 0 ? cell(trace) : withUsage(cell)(trace))
}

const CSV_COLUMNS: Record<string, Cell> = {
  id: ({ id }) => id,
  title: ({ title }) => title,
  name: ({ name }) => name,
  status: ({ status }) => status,
  agent: ({ agentSlug }) => agentSlug,
  comparison: ({ comparison }) => comparison,
  version: ({ version }) => version,
  project: ({ project }) => project,
  source: ({ source }) => source,
  thread: ({ threadId }) => threadId,
  started_at: ({ startedAt }) => toIso(startedAt),
  environment: ({ environment }) => environment,
  duration_ms: ({ startedAt, endedAt }) => millis(startedAt, endedAt),
  active_ms: ({ activeMs }) => activeMs,
  waiting_ms: ({ waitingMs }) => waitingMs,
  first_token_ms: ({ firstTokenMs }) => firstTokenMs,
  spans: ({ spanCount }) => spanCount,
  // Empty if unknown, which is not 0.
  tokens_in: withUsage(({ usage }) => usage.input),
  tokens_out: withUsage(({ usage }) => usage.output),
  tokens_cached: withUsage(({ usage }) => usage.cachedRead),
  tokens_cached_audio: withUsage(({ usage }) => usage.audioCached ?? null),
  tokens_cache_written: withUsage(({ usage }) => usage.cachedWrite),
  tokens_reasoning: withUsage(({ usage }) => usage.reasoning),
  tokens_audio_in: withUsage(({ usage }) =>
    unattributedAudio(usage) > 0 ? null : (usage.audioInput ?? 0),
  ),
  tokens_audio_out: withUsage(({ usage }) =>
    unattributedAudio(usage) > 0 ? null : (usage.audioOutput ?? 0),
  ),
  cost_usd: withCost(({ cost }) => (cost === null ? null : cost / 1e9)),
  cost_known_usd: withCost((trace) =>
    trace.pricedCost === 0 && unknownCalls(trace) > 0 ? null : trace.pricedCost / 1e9,
  ),
  calls_unpriced: ({ unpriced }) => unpriced,
  calls_unmetered: ({ unmetered = 0 }) => unmetered,
  error: ({ error }) => error?.message ?? null,
  tags: ({ tags }) => tags.join(' '),
  metadata: ({ metadata }) =>
    Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata),
  feedback: ({ feedback }) => feedback.map(formatFeedback).join(' '),
}

/** `thumbs:0.5`, or the count if there is no score. */
const formatFeedback = ({ key, count, average }: ListedTrace['feedback'][number]) =>
  `${key}:${average ?? `${count}x`}`

const millis = (from: number, to: number | null) => (to === null ? null : (to - from) / 1_000)

/** Adds a column per metadata key. */
const csvHead = (keys: readonly string[]): string =>
  csvLine([...Object.keys(CSV_COLUMNS), ...keys.map(metadataKey)])

const csvRow = (trace: ListedTrace, keys: readonly string[]): string =>
  csvLine([
    ...Object.values(CSV_COLUMNS).map((cell) => cell(trace)),
    ...keys.map((key) => metadataValue(trace.metadata, key) ?? null),
  ])
