import { Router } from 'express'
import * as z from 'zod'
import { type Answering, bodyOf, queryOf } from '../../call.ts'
import { noSuchRun } from '../errors.ts'
import { many, uuidOf } from '../query-values.ts'
import { sharedBy, sharedRuns } from '../runs/share-routes.ts'
import { toSelected } from './wire-run-v2.ts'

const Selects = z.object({ selects: many(z.string()) })

/** What whoever has a token may read, as the second generation asks for it. */
export function publicRoutesV2(answer: Answering): Router {
  const routes = Router()
  routes.post(
    '/public/:token/runs/query',
    answer(async (call) => {
      const selects = bodyOf(call, Selects).selects ?? []
      const runs = await sharedRuns(call, await sharedBy(call))
      return { items: runs.map((run) => toSelected(run, selects, call.context.url())) }
    }),
  )
  routes.get(
    '/public/:token/run/:id',
    answer(async (call) => {
      const id = uuidOf(call, 'id')
      const found = (await sharedRuns(call, await sharedBy(call))).find((run) => run.id === id)
      if (!found) throw noSuchRun(id)
      return toSelected(found, queryOf(call, Selects).selects ?? [], call.context.url())
    }),
  )
  return routes
}
