import type { Json, JsonObject, TraceFileFormat } from '@lathe/contract'
import {
  isObject,
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
const NAMED = 100

/** LangSmith exports these fields as JSON text. */
const FOLDED = ['inputs', 'outputs', 'extra', 'events', 'tags', 'serialized'] as const

type Options = { context: Context; project: string | undefined }

/** Collects records of any format and writes them in batches. */
export function createImporter({ context, project }: Options) {
  const { db, workspaceId, ingest, limits } = context
  const depth = limits.requestJsonDepth
  const formats = new Set<TraceFileFormat>()
  const count = { traces: 0, spans: 0, known: 0, own: 0 }
  const problems = { total: 0, first: [] as { place: string; message: string }[] }
  let delivery = createIngestBatch('import')
  let carry = createPartSerializer()
  let bytes = 0
  /** Feedback ids of the ingest batch with their trace. */
  const said = new Map<string, string>()
  /** Trace of the previous line: large attachments of a trace follow in lines of their own. */
  let last: { traceId: string; isNew: boolean } | undefined
  let prices: Promise<ReadonlySet<string>> | undefined

  const note = ({ item, field, reason }: Rejection) => {
    problems.total += 1
    const message = field === '' ? reason : `${field} ${reason}`
    if (problems.first.length < NAMED) problems.first.push({ place: item, message })
  }
  const reject = (...details: Parameters<typeof createRejection>) => {
    note(createRejection(...details))
    rejectItem(delivery, ...details)
  }
  const add = (part: SpanPart) => {
    count.spans += 1
    if (part.isRoot === true || part.traceId === part.id) count.traces += 1
    const isOrphaned = part.project?.name === undefined && project !== undefined
    delivery.parts.push(carry(isOrphaned ? { ...part, project: { name: project } } : part))
  }

  async function flush(): Promise<void> {
    const failed = await ingest.store(delivery)
    count.spans -= failed.length
    failed.forEach(note)
    delivery = createIngestBatch('import')
    carry = createPartSerializer()
    said.clear()
    bytes = 0
  }

  async function takeTrace(place: string, value: JsonObject) {
    formats.add('lathe')
    const read = readLatheTrace(value)
    for (const { field, reason } of read.faults) reject(place, field, reason, '')
    if (!('spans' in read)) return
    if (read.spans.length === 0) return
    prices ??= findPriceIds(db, workspaceId)
    const store = { db, workspaceId, project, prices: await prices, said }
    const written = await writeLatheTrace(store, read)
    for (const { field, reason } of written.faults) reject(place, field, reason, '')
    const { spans, feedback, attachments } = written
    const before = last?.traceId === read.id ? last : undefined
    const isNew = spans + feedback.length + attachments.length > 0
    last = { traceId: read.id, isNew: isNew || before?.isNew === true }
    if (written.isOwn) {
      if (!before) count.own += 1
      return
    }
    for (const { id } of feedback) said.set(id, read.id)
    if (isNew && before?.isNew !== true) count.traces += 1
    count.spans += spans
    if (!before) count.known += read.spans.length - spans
    delivery.attachments.push(...attachments)
    delivery.feedback.push(...feedback)
  }

  function takeExport(place: string, value: JsonObject) {
    formats.add('otlp')
    const { items, issues, rejected } = readOtlpJson(value)
    problems.total += rejected - issues.length
    for (const { item, field, message } of issues) reject(`${place} ${item}`, field, message, '')
    for (const span of items) add(toSpanPart(span, project))
  }

  function takeLogs(place: string, value: JsonObject) {
    formats.add('otlp')
    const { items, issues, rejected } = readOtlpLogsJson(value)
    problems.total += rejected - issues.length
    for (const { item, field, message } of issues) reject(`${place} ${item}`, field, message, '')
    const { parts, feedback, spanless } = readLogs(items, project)
    if (spanless) reject(place, spanless.field, spanless.reason, spanless.excerpt)
    for (const part of parts) add(part)
    const before = delivery.rejections.length
    takeFeedback(delivery, feedback, now())
    delivery.rejections.slice(before).forEach(note)
  }

  function takeRun(place: string, value: JsonObject) {
    const run = { ...value }
    for (const field of FOLDED) {
      const text = run[field]
      if (typeof text !== 'string' || text === '') continue
      const reading = readJsonValue(Buffer.from(text), depth)
      if ('problem' in reading) return reject(place, field, reading.problem, text)
      run[field] = reading.value
    }
    const reading = readExportedRun(run)
    if ('issue' in reading) return reject(place, reading.issue.field, reading.issue.message, value)
    formats.add('langsmith')
    add(reading.part)
  }

  async function take({ place, reading, bytes: size }: FileRecord): Promise<void> {
    if ('problem' in reading) reject(place, '', reading.problem, '')
    else await takeValue(place, reading.value)
    bytes += size
    const waiting = delivery.parts.length + delivery.rejections.length
    if (waiting >= BATCH_PARTS || bytes >= BATCH_BYTES) await flush()
  }

  async function takeValue(place: string, value: Json) {
    if (!isObject(value)) reject(place, '', 'is not an object', value)
    else if ('resourceSpans' in value || 'resource_spans' in value) takeExport(place, value)
    else if ('resourceLogs' in value || 'resource_logs' in value) takeLogs(place, value)
    else if (isLatheTrace(value)) await takeTrace(place, value)
    else takeRun(place, value)
  }

  return { take, flush, report: () => ({ formats: [...formats], ...count, problems }) }
}
