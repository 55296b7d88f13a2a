import type { Request, Router } from 'express'
import express from 'express'
import * as z from 'zod'
import { answerLine, expiredLine } from '../batches/answer-line.ts'
import { readLines } from '../batches/batch-lines.ts'
import { Batch } from '../batches/batch.ts'
import type { Provider } from '../provider.ts'
import { readSettings } from '../settings.ts'
import { validate } from '../wire/validate.ts'
import { bearerOf } from './call.ts'

const TAKES_MS = 2_000

const BatchRequest = z.strictObject({
  input_file_id: z.string(),
  endpoint: z.enum(['/v1/chat/completions', '/v1/responses']),
  completion_window: z.literal('24h'),
  metadata: z.record(z.string(), z.string()).nullish(),
})

export function batchRoutes(provider: Provider): Router {
  const { shelf } = provider
  const routes = express.Router()
  routes.get('/', (_req, res) => {
    const data = shelf.batches.map((batch) => batch.toBody())
    res.json({ object: 'list', data, has_more: false })
  })
  routes.post('/', (req, res) => {
    const { batch, length } = createBatch(provider, req)
    shelf.keepBatch(batch, length)
    res.json(batch.toBody())
  })
  routes.get('/:id', (req, res) => {
    res.json(shelf.getBatch(req.params.id).toBody())
  })
  routes.post('/:id/cancel', (req, res) => {
    const batch = shelf.getBatch(req.params.id)
    batch.cancel()
    res.json(batch.toBody())
  })
  return routes
}

function createBatch(provider: Provider, req: Request): { batch: Batch; length: number } {
  const { shelf, options, holds } = provider
  const asked = validate(BatchRequest, req.body)
  const metadata = asked.metadata ?? {}
  const { text } = shelf.getFile(asked.input_file_id)
  const { lines, problems } = readLines(text, asked.endpoint)
  const header = readSettings(req.headers)
  const call = { header, key: bearerOf(req) ?? '', scriptName: req.get('x-demo-script') }
  const batch = new Batch({
    inputFileId: asked.input_file_id,
    endpoint: asked.endpoint,
    metadata,
    lines,
    problems: header.batchEnd === 'failed' ? [AS_ASKED] : problems,
    hold: holds.of(text),
    takesMs: header.batchMs ?? options.settings?.batchMs ?? TAKES_MS,
    expiresAfter: header.batchEnd === 'expired' ? Math.ceil(lines.length / 2) : lines.length,
    answer: (line) => answerLine(provider, line, call, asked.endpoint),
    expire: expiredLine,
    shelf,
  })
  return { batch, length: text.length }
}

const AS_ASKED = {
  code: 'token_limit_exceeded',
  message: 'The batch is over what may wait (simulated fault).',
  param: null,
  line: 0,
}
