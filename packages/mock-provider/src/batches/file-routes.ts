import type { Request, Response, Router } from 'express'
import express from 'express'
import { badRequest } from '../errors.ts'
import { readForm } from '../http/call.ts'
import type { Provider } from '../provider.ts'
import type { StoredFile } from './file-store.ts'

export async function uploadFile({ files }: Provider, req: Request, res: Response): Promise<void> {
  const form = await readForm(req)
  const file = form.get('file')
  const purpose = form.get('purpose')
  if (!(file instanceof File)) throw badRequest("Missing required parameter: 'file'.", 'file')
  if (purpose !== 'batch') throw badRequest("'purpose' must be 'batch' here.", 'purpose')
  res.json(toBody(files.addFile({ name: file.name, purpose, text: await file.text() })))
}

export function fileRoutes({ files }: Provider): Router {
  const routes = express.Router()
  routes.get('/', (_req, res) => {
    res.json({ object: 'list', data: files.files.map(toBody), has_more: false })
  })
  routes.get('/:id', (req, res) => {
    res.json(toBody(files.getFile(req.params.id)))
  })
  routes.get('/:id/content', (req, res) => {
    res.type('application/octet-stream').send(Buffer.from(files.getFile(req.params.id).text))
  })
  routes.delete('/:id', (req, res) => {
    files.deleteFile(req.params.id)
    res.json({ id: req.params.id, object: 'file', deleted: true })
  })
  return routes
}

const toBody = ({ id, name, purpose, text, createdAt }: StoredFile) => ({
  id,
  object: 'file',
  bytes: Buffer.byteLength(text),
  created_at: Math.floor(createdAt / 1_000),
  filename: name,
  purpose,
  status: 'processed',
})
