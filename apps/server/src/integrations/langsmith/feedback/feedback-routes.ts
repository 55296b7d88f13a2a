import { Router } from 'express'
import * as z from 'zod'
import { invalidInputs } from '../../../platform/http/errors.ts'
import { createIngestBatch } from '../../../traces/ingest/ingest-batch.ts'
import { type Answer, parseBody, type Call, parseQuery } from '../../call.ts'
import { noSuchFeedback } from '../errors.ts'
import { repeated, Uuid, uuidParam } from '../query-values.ts'
import { readFeedback, readUpdate } from './feedback-body.ts'
import { readFeedbackFields } from './feedback-fields.ts'
import { toWireFeedback } from './wire-feedback.ts'
import { now } from '../../../platform/time.ts'

const Search = z.object({
  run: repeated(Uuid),
  key: repeated(z.string()),
  source: repeated(z.string()),
  session: repeated(Uuid),
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
})

/** Feedback often arrives before its run, so unknown run ids are accepted. */
export function feedbackRoutes(answer: Answer): Router {
  const routes = Router()
  routes.post('/feedback', answer(create))
  routes.get('/feedback', answer(search))
  routes.get(
    '/feedback/:id',
    answer(async (call) => await existing(call)),
  )
  routes.patch('/feedback/:id', answer(change))
  routes.delete(
    '/feedback/:id',
    answer(async (call) => {
      const { id } = await existing(call)
      await rows(call)
        .deleteFrom('feedback')
        .where('workspace_id', '=', call.context.workspaceId)
        .where('id', '=', id)
        .execute()
      return {}
    }),
  )
  return routes
}

const rows = ({ context }: Call) => context.db

async function create(call: Call) {
  const fields = readFeedbackFields(parseBody(call, z.unknown()))
  const read = 'issue' in fields ? fields : readFeedback(fields, now())
  if ('issue' in read) throw invalidInputs([read.issue])
  await call.context.ingest.store({ ...createIngestBatch('langsmith'), feedback: [read.row] })
  return await findFeedback(call, read.row.id)
}

async function search(call: Call) {
  const { db } = call.context
  const { run, key, source, session, offset, limit } = parseQuery(call, Search)
  let query = rows(call)
    .selectFrom('feedback')
    .selectAll()
    .where('workspace_id', '=', call.context.workspaceId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
  if (run) query = query.where('span_id', 'in', run)
  if (key) query = query.where('key', 'in', key)
  if (session) query = query.where('project_id', 'in', session)
  if (source)
    query = query.where((eb) =>
      db.portable.isOneOf(db.portable.jsonField(eb.ref('source'), 'type'), source),
    )
  return (await query.offset(offset).limit(limit).execute()).map(toWireFeedback)
}

async function change(call: Call) {
  const { id } = await existing(call)
  const read = readUpdate(parseBody(call, z.unknown()))
  if ('issue' in read) throw invalidInputs([read.issue])
  const changes = Object.fromEntries(
    Object.entries(read.values).filter(([, value]) => value !== null),
  )
  await rows(call)
    .updateTable('feedback')
    .set({ ...changes, modified_at: now() })
    .where('workspace_id', '=', call.context.workspaceId)
    .where('id', '=', id)
    .execute()
  return await findFeedback(call, id)
}

const existing = async (call: Call) => await findFeedback(call, uuidParam(call, 'id'))

async function findFeedback(call: Call, id: string) {
  const row = await rows(call)
    .selectFrom('feedback')
    .selectAll()
    .where('workspace_id', '=', call.context.workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw noSuchFeedback(id)
  return toWireFeedback(row)
}
