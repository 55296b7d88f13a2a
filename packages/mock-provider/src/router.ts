import type { Request, RequestHandler, Router } from 'express'
import express from 'express'
import { batchRoutes } from './batches/batch-routes.ts'
import { ApiError, keyRefused, sendError, unknownPath } from './errors.ts'
import { bearerToken, type Call, openCall } from './http/call.ts'
import { completeChat } from './endpoints/chat.ts'
import { createEmbeddings } from './endpoints/embeddings.ts'
import { createImages, showImage } from './endpoints/images.ts'
import { modelRoutes } from './endpoints/models.ts'
import { createResponse } from './endpoints/responses.ts'
import { createSpeech } from './endpoints/speech.ts'
import { readUpload, transcribe } from './endpoints/transcriptions.ts'
import { fileRoutes, uploadFile } from './batches/file-routes.ts'
import { untilReleased } from './http/holds.ts'
import { type MockProviderOptions, Provider, type ReceivedRequest } from './provider.ts'
import { isTooDeep, MAX_DEPTH } from './wire/json.ts'

const BODY_LIMIT = 32 * 1024 * 1024
const REFUSED_KEY = 'refused'

/** Returns the mock provider's routes. Mount them where a provider has `/v1`. */
export function mockProviderRouter(options: MockProviderOptions = {}): Router {
  return createRouter(new Provider(options))
}

export function createRouter(provider: Provider): Router {
  const { onRequest, bodyLimit: limit = BODY_LIMIT } = provider.options
  const router = express.Router()
  const form = express.raw({ limit, type: 'multipart/form-data' })
  const handle =
    (answer: (provider: Provider, call: Call) => Promise<void>): RequestHandler =>
    (req, res) =>
      untilDisconnected(openCall(provider, req, res), (call) => answer(provider, call))
  const handleAudio =
    (task: 'transcribe' | 'translate'): RequestHandler =>
    async (req, res) => {
      const upload = await readUpload(req)
      await untilDisconnected(openCall(provider, req, res, upload), (call) =>
        transcribe(provider, call, upload, task),
      )
    }

  router.use(readFormerHeaders)
  if (onRequest) router.use(reportRequest(onRequest))
  router.use(refuseKey)
  router.post('/files', form, (req, res) => uploadFile(provider, req, res))
  router.post('/audio/transcriptions', form, handleAudio('transcribe'))
  router.post('/audio/translations', form, handleAudio('translate'))
  router.use(express.json({ limit, type: () => true }))
  router.use(reportBody, rejectDeepBody)
  router.post('/chat/completions', handle(completeChat))
  router.post('/responses', handle(createResponse))
  router.post('/embeddings', handle(createEmbeddings))
  router.post('/audio/speech', handle(createSpeech))
  router.post('/images/generations', handle(createImages))
  router.get(['/demo/images/:picture', '/practice/images/:picture'], showImage)
  router.use('/models', modelRoutes(provider))
  router.use('/files', fileRoutes(provider))
  router.use('/batches', batchRoutes(provider))
  router.post('/demo/reset', (_req, res) => {
    provider.reset()
    res.status(204).end()
  })
  router.use(unknownPath, sendError)
  return router
}

/** Connections stored by earlier versions send their settings in headers that begin with `x-practice-`. */
const readFormerHeaders: RequestHandler = (req, _res, next) => {
  for (const [name, value] of Object.entries(req.headers)) {
    if (name.startsWith('x-practice-')) req.headers[name.replace('practice', 'demo')] ??= value
  }
  next()
}

const refuseKey: RequestHandler = (req, _res, next) => {
  next(bearerToken(req) === REFUSED_KEY ? keyRefused(REFUSED_KEY) : undefined)
}

/** Rejects a body before recursive code reads it. */
const rejectDeepBody: RequestHandler = (req, _res, next) => {
  const message = `The request body is nested deeper than ${MAX_DEPTH} levels.`
  next(isTooDeep(req.body) ? new ApiError(400, { message, code: 'invalid_json' }) : undefined)
}

/** Ignores the errors of a request whose client has disconnected. */
async function untilDisconnected(call: Call, answer: (call: Call) => Promise<void>): Promise<void> {
  try {
    if (call.hold && call.hold.after === undefined) await untilReleased(call.hold, call.signal)
    await answer(call)
  } catch (error) {
    if (!call.signal.aborted) throw error
  }
}

const reported = new WeakMap<Request, ReceivedRequest>()

const reportRequest =
  (onRequest: (request: ReceivedRequest) => void): RequestHandler =>
  (req, res, next) => {
    const { method, path, headers } = req
    const request: ReceivedRequest = {
      method,
      path,
      headers,
      body: undefined,
      status: 0,
      outcome: 'pending',
    }
    reported.set(req, request)
    res.once('close', () => {
      request.status = res.headersSent ? res.statusCode : 0
      request.outcome = res.writableFinished ? 'answered' : 'left'
    })
    onRequest(request)
    next()
  }

const reportBody: RequestHandler = (req, _res, next) => {
  const request = reported.get(req)
  if (request) request.body = req.body
  next()
}
