import { Router } from 'express'
import * as z from 'zod'
import { type Answer, parseBody, parseQuery } from '../../call.ts'
import { repeated, uuidParam } from '../query-values.ts'
import { sharedBy, sharedRun, sharedRuns } from '../runs/share-routes.ts'
import { toSelected } from './wire-run-v2.ts'

const Selects = z.object({ selects: repeated(z.string()) })

/** Endpoints for holders of a share token, API v2. */
export function publicRoutesV2(answer: Answer): Router {
  const routes = Router()
  routes.post(
    '/public/:token/runs/query',
    answer(async (call) => {
      const selects = parseBody(call, Selects).selects ?? []
      const runs = await sharedRuns(call, await sharedBy(call))
      return { items: runs.map((run) => toSelected(run, selects, call.context.url())) }
    }),
  )
  routes.get(
    '/public/:token/run/:id',
    answer(async (call) => {
      const found = await sharedRun(call, await sharedBy(call), uuidParam(call, 'id'))
      return toSelected(found, parseQuery(call, Selects).selects ?? [], call.context.url())
    }),
  )
  return routes
}
