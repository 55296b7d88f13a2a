import { isJsonObject } from '@lathe/contract'
import { setTimeout } from 'node:timers/promises'
import { Router } from 'express'
import { v7 } from 'uuid'
import { createPartSerializer } from '../../../traces/store/serialized-part.ts'
import { findTraceIds } from '../../../traces/store/load-stored.ts'
import { invalidInput, invalidInputs, refusal } from '../../../platform/http/errors.ts'
import {
  type IngestBatch,
  createIngestBatch,
  type Rejection,
} from '../../../traces/ingest/ingest-batch.ts'
import { receiveBody } from '../../../platform/http/body/receive-body.ts'
import type { Answer, Call } from '../../call.ts'
import { readJsonValue } from '../../../traces/ingest/json-value.ts'
import type { BodyReading } from '../../body-reader/read-body.ts'
import { takeFeedback } from '../feedback/feedback-body.ts'
import { now } from '../../../platform/time.ts'
import { readBoundary } from './multipart.ts'
import { takeOperation } from './run-parts.ts'

/** Ingest routes: batches as multipart or JSON, and single runs. */
export function ingestRoutes(answer: Answer): Router {
  const routes = Router()
  routes.post('/runs/multipart', answer(takeMultipart))
  routes.post('/runs/batch', answer(takeBatch))
  routes.post(
    '/runs',
    answer((call) => ingestOne(call, 'post')),
  )
  routes.patch(
    '/runs/:id',
    answer((call) => ingestOne(call, 'patch')),
  )
  return routes
}

const receiving = <T>({ req, context }: Call, work: (body: Buffer) => Promise<T>) =>
  receiveBody(req, { budget: context.ingest.budget, limit: context.limits.ingestBytes }, work)

async function takeMultipart(call: Call) {
  const { limits, bodies } = call.context
  const boundary = readBoundary(call.req.headers['content-type'])
  if (boundary === undefined)
    throw refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send multipart/form-data with a boundary')
  const { requestJsonDepth: depth, ingestParts: parts } = limits
  return await receiving(call, async (body) =>
    store(call, await bodies.read(body, { integration: 'runs', boundary, depth, parts })),
  )
}

async function takeBatch(call: Call) {
  const { limits, bodies } = call.context
  return await receiving(call, async (body) =>
    store(call, await bodies.read(body, { integration: 'batch', depth: limits.requestJsonDepth })),
  )
}

async function ingestOne(call: Call, kind: 'post' | 'patch') {
  return await receiving(call, async (body) => {
    const run = readObject(call, body)
    const batch = createIngestBatch('langsmith')
    const { id = run['id'] ?? v7() } = call.req.params
    takeOperation(batch, kind, { ...run, id }, createPartSerializer())
    if (kind === 'patch') await waitUntilKnown(call, batch)
    return await store(call, { batch })
  })
}

const WAIT_MS = 5_000
const LOOKUP_INTERVAL_MS = 100

/**
 * Clients send a run in the background and its update immediately, with no other data than its id.
 */
async function waitUntilKnown({ context, res }: Call, { parts }: IngestBatch): Promise<void> {
  const [part] = parts
  if (!part || part.traceId !== undefined) return
  const isRunStored = async () =>
    (await findTraceIds(context.db, context.workspaceId, [part.id])).has(part.id)
  const deadline = Date.now() + WAIT_MS
  while (!(await isRunStored()) && Date.now() < deadline && !res.destroyed)
    await setTimeout(LOOKUP_INTERVAL_MS)
}

function readObject({ context }: Call, body: Buffer) {
  const reading = readJsonValue(body, context.limits.requestJsonDepth)
  if ('problem' in reading) throw invalidInput('', `the body ${reading.problem}`)
  if (!isJsonObject(reading.value)) throw invalidInput('', 'the body is not an object')
  return reading.value
}

/** Maximum number of problems listed in a response. */
const MAX_PROBLEMS = 100

/** Responds once everything is on disk. Valid parts are stored even if others are rejected. */
async function store({ context, res }: Call, reading: BodyReading) {
  if ('problem' in reading) throw invalidInput('', `the body ${reading.problem}`)
  const { batch, feedback = [], truncation: broken } = reading
  takeFeedback(batch, feedback, now())
  if (broken !== undefined)
    batch.rejections.unshift({ item: 'body', field: '', reason: broken, excerpt: '' })
  const failed = await context.ingest.store(batch)
  const rejections = [...batch.rejections, ...failed]
  const itemCount = batch.parts.length + batch.attachments.length + batch.feedback.length
  if (broken !== undefined || (rejections.length > 0 && itemCount === failed.length))
    throw invalidInputs(rejections.slice(0, 20).map(toIssue))
  res.status(202)
  if (rejections.length === 0) return {}
  return {
    rejected: rejections.slice(0, MAX_PROBLEMS).map(toIssue),
    rejected_count: batch.rejectedCount + failed.length,
  }
}

const toIssue = ({ item, field, reason }: Rejection) => ({
  path: field === '' ? item : `${item}.${field}`,
  message: reason,
})
