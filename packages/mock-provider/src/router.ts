import type { Request, RequestHandler, Response, Router } from 'express'
import express from 'express'
import { batchRoutes } from './http/batches.ts'
import type { Call } from './http/call.ts'
import { openCall } from './http/call.ts'
import { completeChat } from './http/chat.ts'
import { createEmbeddings } from './http/embeddings.ts'
import { answerError, noSuchPath, refuseKey, rejectDeepBody } from './http/errors.ts'
import { fileRoutes, uploadFile } from './http/files.ts'
import { createImages, showImage } from './http/images.ts'
import { createSpeech } from './http/speech.ts'
import { readUpload, type Task, transcribe } from './http/transcribe.ts'
import { deleteModel, listModels, retrieveModel } from './http/models.ts'
import { createResponse } from './http/responses.ts'
import { untilReleased } from './hold.ts'
import type { MockProviderOptions } from './options.ts'
import type { Provider } from './provider.ts'
import { createProvider, resetProvider } from './provider.ts'
import type { ReceivedRequest } from './received-request.ts'

const BODY_LIMIT = 32 * 1024 * 1024

/** The mock provider below its base URL: mount it where `/v1` of a provider would be. */
export function mockProviderRouter(options: MockProviderOptions = {}): Router {
  return routerOf(createProvider(options))
}

export function routerOf(provider: Provider): Router {
  const { options } = provider
  const router = express.Router()

  router.use(readFormerHeaders)
  router.use(announce(options.onRequest))
  router.use(refuseKey)
  const limit = options.bodyLimit ?? BODY_LIMIT
  router.post('/files', express.raw({ limit, type: 'multipart/form-data' }), async (req, res) => {
    await uploadFile(provider, req, res)
  })
  const audio = express.raw({ limit, type: 'multipart/form-data' })
  router.post('/audio/transcriptions', audio, hearing(provider, 'transcribe'))
  router.post('/audio/translations', audio, hearing(provider, 'translate'))
  router.use(express.json({ limit, type: () => true }))
  router.use(announceBody)
  router.use(rejectDeepBody)

  router.post('/chat/completions', answering(provider, completeChat))
  router.post('/responses', answering(provider, createResponse))
  router.post('/embeddings', answering(provider, createEmbeddings))
  router.post('/audio/speech', answering(provider, createSpeech))
  router.post('/images/generations', answering(provider, createImages))
  router.get(['/demo/images/:picture', '/practice/images/:picture'], showImage)
  router.get('/models', (_req, res) => listModels(provider, res))
  router.get('/models/:model', (req, res) => retrieveModel(provider, req, res))
  router.delete('/models/:model', (req, res) => deleteModel(provider, req, res))
  router.use('/files', fileRoutes(provider))
  router.use('/batches', batchRoutes(provider))
  router.post('/demo/reset', (_req, res) => {
    resetProvider(provider)
    res.status(204).end()
  })

  router.use(noSuchPath)
  router.use(answerError)
  return router
}

/** Connections stored by earlier versions send their settings in headers that begin with `x-practice-`. */
const readFormerHeaders: RequestHandler = (req, _res, next) => {
  for (const [name, value] of Object.entries(req.headers)) {
    if (name.startsWith('x-practice-')) req.headers[name.replace('practice', 'demo')] ??= value
  }
  next()
}

type Answer = (provider: Provider, call: Call) => Promise<void>

const answering =
  (provider: Provider, answer: Answer): RequestHandler =>
  (req, res) =>
    unlessLeft(openCall(provider, req, res), (call) => answer(provider, call))

const hearing =
  (provider: Provider, task: Task): RequestHandler =>
  async (req, res) => {
    const upload = await readUpload(req)
    await unlessLeft(openCall(provider, req, res, upload), (call) =>
      transcribe(provider, call, task),
    )
  }

/** A client that has left is no failure: there is nobody to tell. */
async function unlessLeft(call: Call, answer: (call: Call) => Promise<void>): Promise<void> {
  try {
    if (call.hold && call.hold.after === undefined) await untilReleased(call.hold, call.signal)
    await answer(call)
  } catch (error) {
    if (!call.signal.aborted) throw error
  }
}

const received = new WeakMap<Request, ReceivedRequest>()

function announce(onRequest: MockProviderOptions['onRequest']): RequestHandler {
  return (req, res, next) => {
    if (onRequest) {
      const { method, path, headers } = req
      const request: ReceivedRequest = {
        method,
        path,
        headers,
        body: undefined,
        status: 0,
        outcome: 'pending',
      }
      received.set(req, request)
      closeWith(res, request)
      onRequest(request)
    }
    next()
  }
}

function closeWith(res: Response, request: ReceivedRequest): void {
  res.once('close', () => {
    request.status = res.headersSent ? res.statusCode : 0
    request.outcome = res.writableFinished ? 'answered' : 'left'
  })
}

const announceBody: RequestHandler = (req, _res, next) => {
  const request = received.get(req)
  if (request) request.body = req.body
  next()
}
