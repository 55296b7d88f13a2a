import type { Request, Response } from 'express'
import { ApiError } from '../api-error.ts'
import { CREATED, getModel, MODELS } from '../models.ts'
import { aliasesOf, type Provider } from '../provider.ts'

export function listModels(provider: Provider, res: Response): void {
  const names = [...MODELS.map((model) => model.id), ...Object.keys(aliasesOf(provider))]
  res.json({ object: 'list', data: names.map(modelObject) })
}

export function retrieveModel(provider: Provider, req: Request, res: Response): void {
  const name = String(req.params['model'])
  getModel(name, aliasesOf(provider))
  res.json(modelObject(name))
}

/** A provider lets go of what was tuned for the caller, and of nothing else. */
export function deleteModel(provider: Provider, req: Request, res: Response): void {
  const id = String(req.params['model'])
  getModel(id, aliasesOf(provider))
  if (!id.startsWith('ft:')) {
    throw new ApiError(403, {
      message: `The model '${id}' is not yours to delete.`,
      param: 'model',
    })
  }
  provider.deletedModels.add(id)
  res.json({ id, object: 'model', deleted: true })
}

function modelObject(id: string): object {
  return { id, object: 'model', created: CREATED, owned_by: 'lathe' }
}
