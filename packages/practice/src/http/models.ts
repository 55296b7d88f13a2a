import type { Request, Response } from 'express'
import { CREATED, getModel, MODELS } from '../models.ts'
import type { Provider } from '../provider.ts'

export function listModels(provider: Provider, res: Response): void {
  const names = [...MODELS.map((model) => model.id), ...Object.keys(provider.options.aliases ?? {})]
  res.json({ object: 'list', data: names.map(modelObject) })
}

export function retrieveModel(provider: Provider, req: Request, res: Response): void {
  const name = String(req.params['model'])
  getModel(name, provider.options.aliases ?? {})
  res.json(modelObject(name))
}

function modelObject(id: string): object {
  return { id, object: 'model', created: CREATED, owned_by: 'lathe' }
}
