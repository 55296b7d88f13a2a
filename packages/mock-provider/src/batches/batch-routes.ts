import type { Request, Router } from 'express'
import express from 'express'
import * as z from 'zod'
import { requestHead } from '../http/call.ts'
import type { Provider } from '../provider.ts'
import { validate } from '../wire/validate.ts'
import { answerLine, type LineProblem, readLines } from './batch-lines.ts'
import { Batch } from './batch.ts'

const DEFAULT_DURATION_MS = 2_000

const BatchRequest = z.strictObject({
  input_file_id: z.string(),
  endpoint: z.enum(['/v1/chat/completions', '/v1/responses']),
  completion_window: z.literal('24h'),
  metadata: z.record(z.string(), z.string()).nullish(),
})

export function batchRoutes(provider: Provider): Router {
  const { files } = provider
  const routes = express.Router()
  routes.get('/', (_req, res) => {
    const data = files.batches.map((batch) => batch.toBody())
    res.json({ object: 'list', data, has_more: false })
  })
  routes.post('/', (req, res) => {
    res.json(createBatch(provider, req).toBody())
  })
  routes.get('/:id', (req, res) => {
    res.json(files.getBatch(req.params.id).toBody())
  })
  routes.post('/:id/cancel', (req, res) => {
    const batch = files.getBatch(req.params.id)
    batch.cancel()
    res.json(batch.toBody())
  })
  return routes
}

const SIMULATED_PROBLEM: LineProblem = {
  code: 'token_limit_exceeded',
  message: 'The batch exceeds the limit of enqueued tokens (simulated fault).',
  param: null,
  line: 0,
}

function createBatch(provider: Provider, req: Request): Batch {
  const { files, options, holds } = provider
  const { input_file_id: inputFileId, endpoint, metadata } = validate(BatchRequest, req.body)
  const { text } = files.getFile(inputFileId)
  const { lines, problems } = readLines(text, endpoint)
  const head = requestHead(req)
  const { batchEnd, batchMs } = head.header.settings
  const batch = new Batch({
    inputFileId,
    endpoint,
    metadata: metadata ?? {},
    lines,
    problems: batchEnd === 'failed' ? [SIMULATED_PROBLEM] : problems,
    hold: holds.find(text),
    durationMs: batchMs ?? options.settings?.batchMs ?? DEFAULT_DURATION_MS,
    expiresAfter: batchEnd === 'expired' ? Math.ceil(lines.length / 2) : lines.length,
    answer: (line) => answerLine(provider, line, head, endpoint),
    files,
  })
  files.addBatch(batch, text)
  return batch
}
