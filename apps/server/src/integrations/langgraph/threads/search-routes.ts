import { JsonObject } from '@lathe/contract'
import { Router } from 'express'
import * as z from 'zod'
import { containsAll, selectFields } from '../assistants/search.ts'
import { type Answer, parseBody, type Call } from '../../call.ts'
import { listThreadRecords, type ThreadFilter } from './threads.store.ts'
import { toWireThread } from './threads.ts'

const Filter = z.object({
  metadata: JsonObject.nullish(),
  values: JsonObject.nullish(),
  status: z.enum(['idle', 'busy', 'interrupted', 'error']).nullish(),
})

const SORTS = ['thread_id', 'status', 'created_at', 'updated_at', 'state_updated_at'] as const

const Search = Filter.extend({
  ids: z.array(z.uuid()).max(10_000).nullish(),
  limit: z.int().min(1).max(1_000).nullish(),
  offset: z.int().nonnegative().nullish(),
  sort_by: z.enum(SORTS).nullish(),
  sort_order: z.enum(['asc', 'desc']).nullish(),
  select: z.array(z.string()).nullish(),
})
type Search = z.infer<typeof Search>

const COLUMNS: Partial<Record<(typeof SORTS)[number], ThreadFilter['sortBy']>> = {
  thread_id: 'id',
  created_at: 'created_at',
}

export function searchRoutes(answer: Answer): Router {
  const routes = Router()
  routes.post('/threads/search', answer(search))
  routes.post('/threads/count', answer(count))
  return routes
}

async function search(call: Call) {
  const search = parseBody(call, Search)
  const offset = search.offset ?? 0
  const end = offset + (search.limit ?? 10)
  const page = []
  let scanned = 0
  for await (const thread of matching(call, search)) {
    if (scanned >= offset) page.push(selectFields(thread, search.select))
    scanned += 1
    if (scanned === end) break
  }
  // The exact total would require reading every thread. Clients only need to know whether more
  // follow.
  call.res.setHeader('x-pagination-total', String(scanned))
  if (scanned === end) call.res.setHeader('x-pagination-next', String(end))
  return page
}

async function count(call: Call) {
  let total = 0
  for await (const _ of matching(call, parseBody(call, Filter))) total += 1
  return total
}

async function* matching(call: Call, filters: Partial<Search>) {
  const { context } = call
  const filter: ThreadFilter = {
    ids: filters.ids,
    metadata: filters.metadata,
    status: filters.status,
    sortBy: COLUMNS[filters.sort_by ?? 'updated_at'] ?? 'updated_at',
    order: filters.sort_order ?? 'desc',
  }
  const withValues = filters.select == null || filters.select.includes('values')
  const requiredValues = filters.values ?? {}
  const isFiltered = Object.keys(requiredValues).length > 0
  for await (const record of listThreadRecords(context.db, context.workspaceId, filter)) {
    const thread = await toWireThread(context, record, { withValues: withValues || isFiltered })
    if (containsAll(thread.values, requiredValues)) yield thread
  }
}
