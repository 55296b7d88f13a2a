import type { Router } from 'express'
import express from 'express'
import { ApiError } from '../errors.ts'
import { CREATED, MODELS } from '../models.ts'
import type { Provider } from '../provider.ts'

export function modelRoutes(provider: Provider): Router {
  const routes = express.Router()
  routes.get('/', (_req, res) => {
    const names = [...MODELS.map(({ id }) => id), ...provider.aliases]
    res.json({ object: 'list', data: names.map(toBody) })
  })
  routes.get('/:model', (req, res) => {
    provider.getModel(req.params.model)
    res.json(toBody(req.params.model))
  })
  routes.delete('/:model', (req, res) => {
    const id = req.params.model
    provider.getModel(id)
    // Providers delete only fine-tuned models of the caller.
    if (!id.startsWith('ft:')) {
      const message = `The model '${id}' is not yours to delete.`
      throw new ApiError(403, { message, param: 'model' })
    }
    provider.deletedModels.add(id)
    res.json({ id, object: 'model', deleted: true })
  })
  return routes
}

const toBody = (id: string) => ({ id, object: 'model', created: CREATED, owned_by: 'lathe' })
