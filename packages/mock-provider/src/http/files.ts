import type { Request, Response as Reply, Router } from 'express'
import express from 'express'
import { badRequest } from '../api-error.ts'
import type { StoredFile } from '../batches/shelf.ts'
import type { Provider } from '../provider.ts'
import { readForm } from './form.ts'

export async function uploadFile({ shelf }: Provider, req: Request, res: Reply): Promise<void> {
  const form = await readForm(req)
  const file = form.get('file')
  const purpose = form.get('purpose')
  if (!(file instanceof File)) throw badRequest("Missing required parameter: 'file'.", 'file')
  if (purpose !== 'batch') throw badRequest("'purpose' must be 'batch' here.", 'purpose')
  res.json(toBody(shelf.keepFile({ name: file.name, purpose, text: await file.text() })))
}

export function fileRoutes({ shelf }: Provider): Router {
  const routes = express.Router()
  routes.get('/', (_req, res) => {
    res.json({ object: 'list', data: shelf.files.map(toBody), has_more: false })
  })
  routes.get('/:id', (req, res) => {
    res.json(toBody(shelf.getFile(req.params.id)))
  })
  routes.get('/:id/content', (req, res) => {
    res.type('application/octet-stream').send(Buffer.from(shelf.getFile(req.params.id).text))
  })
  routes.delete('/:id', (req, res) => {
    shelf.deleteFile(req.params.id)
    res.json({ id: req.params.id, object: 'file', deleted: true })
  })
  return routes
}

const toBody = ({ id, name, purpose, text, at }: StoredFile) => ({
  id,
  object: 'file',
  bytes: Buffer.byteLength(text),
  created_at: Math.floor(at / 1_000),
  filename: name,
  purpose,
  status: 'processed',
})
