import { isJsonObject } from '@lathe/contract'
import { toIso, toMicros } from '@lathe/traces'
import { type RequestHandler, Router } from 'express'
import type { Selectable } from 'kysely'
import { v7 } from 'uuid'
import * as z from 'zod'
import type { FeedbackTokensTable } from '../../../platform/db/tables/external.ts'
import { invalidInput, invalidInputs } from '../../../platform/http/errors.ts'
import { createIngestBatch } from '../../../traces/ingest/ingest-batch.ts'
import { type Answer, parseBody, type Call, parseQuery } from '../../call.ts'
import { noSuchToken } from '../errors.ts'
import { Uuid, uuidParam } from '../query-values.ts'
import { runContext } from '../runs/run-routes.ts'
import { FeedbackKey, readUpdate } from './feedback-body.ts'
import { findToken, insertTokens, listTokens } from './feedback-tokens.store.ts'
import { now } from '../../../platform/time.ts'

const amount = z.number().int().nonnegative().default(0)

const TokenRequest = z.object({
  run_id: Uuid,
  feedback_key: FeedbackKey,
  expires_in: z.object({ days: amount, hours: amount, minutes: amount }).nullish(),
  expires_at: z.string().nullish(),
})

const TokenQuery = z.object({
  run_id: Uuid,
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
})

/** A link in an email carries values as text. */
const LinkFeedback = z.object({
  score: z
    .union([z.stringbool({ truthy: ['true'], falsy: ['false'] }), z.coerce.number()])
    .optional(),
  value: z.string().optional(),
  comment: z.string().optional(),
  correction: z.string().optional(),
})

/** Creates tokens that permit feedback on one run without an API key. */
export function tokenRoutes(answer: Answer): Router {
  const routes = Router()
  routes.post(
    '/feedback/tokens',
    answer(async (call) => {
      const requests = parseBody(
        call,
        z.union([TokenRequest, z.array(TokenRequest).min(1).max(100)]),
      )
      const tokens = await insertTokens(
        call.context,
        [requests].flat().map((request) => ({
          spanId: request.run_id,
          key: request.feedback_key,
          expiresAt: expiryTime(request),
        })),
      )
      const wireTokens = tokens.map((row) => toWire(call, row))
      return Array.isArray(requests) ? wireTokens : wireTokens[0]
    }),
  )
  routes.get(
    '/feedback/tokens',
    answer(async (call) => {
      const { run_id: runId, offset, limit } = parseQuery(call, TokenQuery)
      const found = await listTokens(call.context, runId)
      return found.slice(offset, offset + limit).map((row) => toWire(call, row))
    }),
  )
  return routes
}

/** Endpoints for token holders, callable from any site. */
export function publicTokenRoutes(answer: Answer): Router {
  const routes = Router()
  const path = '/feedback/tokens/:token'
  routes.use(path, allowAnyOrigin)
  routes.get(
    path,
    answer((call) => storeTokenFeedback(call, parseQuery(call, LinkFeedback))),
  )
  routes.post(
    path,
    answer((call) => storeTokenFeedback(call, parseBody(call, z.unknown()))),
  )
  return routes
}

const allowAnyOrigin: RequestHandler = (req, res, next) => {
  res.setHeader('access-control-allow-origin', '*')
  res.setHeader('cross-origin-resource-policy', 'cross-origin')
  if (req.method !== 'OPTIONS') return next()
  res.setHeader('access-control-allow-methods', 'GET, POST')
  res.setHeader('access-control-allow-headers', 'content-type')
  res.status(204).end()
}

async function storeTokenFeedback(call: Call, body: unknown) {
  const read = readUpdate(withSource(body))
  if ('issue' in read) throw invalidInputs([read.issue])
  const token = await findToken(call.context, uuidParam(call, 'token'))
  if (!token) throw noSuchToken()
  const createdAt = now()
  await call.context.ingest.store({
    ...createIngestBatch('langsmith'),
    feedback: [
      {
        id: v7(),
        span_id: token.span_id,
        trace_id: null,
        project_id: null,
        comparative_id: null,
        key: token.key,
        ...read.values,
        ...read.otherColumns,
        created_at: createdAt,
        modified_at: createdAt,
      },
    ],
  })
  return {}
}

function withSource(body: unknown): unknown {
  if (!isJsonObject(body)) return body
  const { metadata = null } = body
  if (metadata !== null && !isJsonObject(metadata))
    throw invalidInput('metadata', 'is not an object')
  return { ...body, feedback_source: { type: 'api', ...(metadata && { metadata }) } }
}

const MINUTE = 60_000_000
const THREE_HOURS = 180

function expiryTime({ expires_in, expires_at: expiresAt }: z.infer<typeof TokenRequest>): number {
  if (expiresAt) {
    const moment = toMicros(expiresAt)
    if (moment === undefined) throw invalidInput('expires_at', 'is not an ISO time')
    return moment
  }
  const minutes = expires_in
    ? (expires_in.days * 24 + expires_in.hours) * 60 + expires_in.minutes
    : THREE_HOURS
  return now() + minutes * MINUTE
}

const toWire = (call: Call, row: Selectable<FeedbackTokensTable>) => ({
  id: row.token,
  url: `${runContext(call).baseUrl}/feedback/tokens/${row.token}`,
  expires_at: toIso(row.expires_at),
})
