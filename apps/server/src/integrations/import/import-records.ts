import { type Json, type JsonObject, type TraceFileFormat, isJsonObject } from '@lathe/contract'
import {
  readExportedRun,
  readOtlpJson,
  readOtlpLogsJson,
  type SpanPart,
  toSpanPart,
} from '@lathe/traces'
import { createPartSerializer } from '../../traces/store/serialized-part.ts'
import type { Context } from '../../api/context.ts'
import {
  createIngestBatch,
  addRejection as rejectItem,
  type Rejection,
  createRejection,
} from '../../traces/ingest/ingest-batch.ts'
import { readJsonValue } from '../../traces/ingest/json-value.ts'
import { now } from '../../platform/time.ts'
import { takeFeedback } from '../langsmith/feedback/feedback-body.ts'
import { readLogs } from '../otlp/read-logs.ts'
import { isLatheTrace, readLatheTrace } from './lathe-trace.ts'
import type { FileRecord } from './read-records.ts'
import { findPriceIds, writeLatheTrace } from './write-lathe-trace.ts'

/** Parts collected before they are written. */
const BATCH_PARTS = 1_000
const BATCH_BYTES = 8 * 1_024 * 1_024
/** Maximum number of problems reported one by one. */
const MAX_PROBLEMS = 100

/** LangSmith exports these fields as JSON text. */
const MERGED_FIELDS = ['inputs', 'outputs', 'extra', 'events', 'tags', 'serialized'] as const

type Options = { context: Context; project: string | undefined }

/** Collects records of any format and writes them in batches. */
export function createImporter({ context, project }: Options) {
  const { db, workspaceId, ingest, limits } = context
  const depth = limits.requestJsonDepth
  const formats = new Set<TraceFileFormat>()
  const count = { traces: 0, spans: 0, existing: 0, skippedRuns: 0 }
  const problems = { total: 0, first: [] as { location: string; message: string }[] }
  let batch = createIngestBatch('import')
  let serializePart = createPartSerializer()
  let bytes = 0
  /** Feedback ids of the ingest batch with their trace. */
  const pendingFeedback = new Map<string, string>()
  /** Trace of the previous line: large attachments of a trace follow in lines of their own. */
  let last: { traceId: string; isNew: boolean } | undefined
  let prices: Promise<ReadonlySet<string>> | undefined

  const addProblem = ({ item, field, reason }: Rejection) => {
    problems.total += 1
    const message = field === '' ? reason : `${field} ${reason}`
    if (problems.first.length < MAX_PROBLEMS) problems.first.push({ location: item, message })
  }
  const reject = (...rejection: Parameters<typeof createRejection>) => {
    addProblem(createRejection(...rejection))
    rejectItem(batch, ...rejection)
  }
  const add = (part: SpanPart) => {
    count.spans += 1
    if (part.isRoot === true || part.traceId === part.id) count.traces += 1
    const isOrphaned = part.project?.name === undefined && project !== undefined
    batch.parts.push(serializePart(isOrphaned ? { ...part, project: { name: project } } : part))
  }

  async function flush(): Promise<void> {
    const failed = await ingest.store(batch)
    count.spans -= failed.length
    failed.forEach(addProblem)
    batch = createIngestBatch('import')
    serializePart = createPartSerializer()
    pendingFeedback.clear()
    bytes = 0
  }

  async function takeTrace(location: string, value: JsonObject) {
    formats.add('lathe')
    const read = readLatheTrace(value)
    for (const { field, reason } of read.faults) reject(location, field, reason, '')
    if (!('spans' in read)) return
    if (read.spans.length === 0) return
    prices ??= findPriceIds(db, workspaceId)
    const store = { db, workspaceId, project, prices: await prices, pendingFeedback }
    const result = await writeLatheTrace(store, read)
    for (const { field, reason } of result.faults) reject(location, field, reason, '')
    const { spans, feedback, attachments } = result
    const previous = last?.traceId === read.id ? last : undefined
    const isNew = spans + feedback.length + attachments.length > 0
    last = { traceId: read.id, isNew: isNew || previous?.isNew === true }
    if (result.isLatheRun) {
      if (!previous) count.skippedRuns += 1
      return
    }
    for (const { id } of feedback) pendingFeedback.set(id, read.id)
    if (isNew && previous?.isNew !== true) count.traces += 1
    count.spans += spans
    if (!previous) count.existing += read.spans.length - spans
    batch.attachments.push(...attachments)
    batch.feedback.push(...feedback)
  }

  function takeExport(location: string, value: JsonObject) {
    formats.add('otlp')
    const { items, issues, rejected } = readOtlpJson(value)
    problems.total += rejected - issues.length
    for (const { item, field, message } of issues) reject(`${location} ${item}`, field, message, '')
    for (const span of items) add(toSpanPart(span, project))
  }

  function takeLogs(location: string, value: JsonObject) {
    formats.add('otlp')
    const { items, issues, rejected } = readOtlpLogsJson(value)
    problems.total += rejected - issues.length
    for (const { item, field, message } of issues) reject(`${location} ${item}`, field, message, '')
    const { parts, feedback, spanless } = readLogs(items, project)
    if (spanless) reject(location, spanless.field, spanless.reason, spanless.excerpt)
    for (const part of parts) add(part)
    const rejectionCount = batch.rejections.length
    takeFeedback(batch, feedback, now())
    batch.rejections.slice(rejectionCount).forEach(addProblem)
  }

  function takeRun(location: string, value: JsonObject) {
    const run = { ...value }
    for (const field of MERGED_FIELDS) {
      const text = run[field]
      if (typeof text !== 'string' || text === '') continue
      const reading = readJsonValue(Buffer.from(text), depth)
      if ('problem' in reading) return reject(location, field, reading.problem, text)
      run[field] = reading.value
    }
    const reading = readExportedRun(run)
    if ('issue' in reading)
      return reject(location, reading.issue.field, reading.issue.message, value)
    formats.add('langsmith')
    add(reading.part)
  }

  async function takeRecord({ location, reading, bytes: size }: FileRecord): Promise<void> {
    if ('problem' in reading) reject(location, '', reading.problem, '')
    else await takeValue(location, reading.value)
    bytes += size
    const batchedItems = batch.parts.length + batch.rejections.length
    if (batchedItems >= BATCH_PARTS || bytes >= BATCH_BYTES) await flush()
  }

  async function takeValue(location: string, value: Json) {
    if (!isJsonObject(value)) reject(location, '', 'is not an object', value)
    else if ('resourceSpans' in value || 'resource_spans' in value) takeExport(location, value)
    else if ('resourceLogs' in value || 'resource_logs' in value) takeLogs(location, value)
    else if (isLatheTrace(value)) await takeTrace(location, value)
    else takeRun(location, value)
  }

  return { take: takeRecord, flush, report: () => ({ formats: [...formats], ...count, problems }) }
}
