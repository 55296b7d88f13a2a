import { Router } from 'express'
import * as z from 'zod'
import { invalidInput } from '../../../platform/http/errors.ts'
import { type Answering, type Call, queryOf } from '../../call.ts'
import {
  findProjects,
  kindOf,
  projectSearch,
  toWire,
  withStats,
} from '../projects/search-projects.ts'
import { Bool, many, Uuid } from '../query-values.ts'
import { readCursor, sortedPlace, toCursor } from '../cursors.ts'
import { askedPage } from './pages.ts'

const Search = z.object({
  ...askedPage,
  ...projectSearch,
  reference_dataset_id: many(Uuid),
  type: many(
    z
      .string()
      .toUpperCase()
      .pipe(z.enum(['PROJECT', 'AGENT', 'EXPERIMENT'])),
  ),
  include_stats: Bool.default(false),
  sort_by: z
    .string()
    .toUpperCase()
    .pipe(z.enum(['NAME', 'START_TIME']))
    .default('START_TIME'),
  sort_order: z.enum(['asc', 'desc']).default('desc'),
})

/** Rejected, because ignoring them would return a wrong result. */
const NOT_KNOWN = ['filter', 'dataset_version', 'tag_value_id', 'stats_filter', 'stats_start_time']

/** Projects (sessions), API v2. */
export function projectRoutesV2(answer: Answering): Router {
  return Router().get('/sessions', answer(search))
}

async function search(call: Call) {
  const unknown = NOT_KNOWN.find((name) => name in call.req.query)
  if (unknown !== undefined)
    throw invalidInput(unknown, 'is not supported; use id, name, name_contains, metadata or type')
  const { page_size: limit, cursor, include_stats: isCounted, ...asked } = queryOf(call, Search)
  const order = asked.sort_order
  const by = asked.sort_by === 'NAME' ? 'name' : 'created_at'
  const list = `projects by ${by} ${order}`
  const after = readCursor(cursor, sortedPlace(list, by === 'name' ? z.string() : z.int()))
  const { rows, hasMore } = await findProjects(call, {
    ...asked,
    datasets: asked.reference_dataset_id,
    kinds: asked.type,
    by,
    order,
    after,
    limit,
  })
  const items = await Promise.all(
    rows.map(async (row) => ({
      ...(isCounted ? await withStats(call, row) : toWire(row)),
      type: kindOf(row),
      trace_tier: 'LONG_LIVED',
    })),
  )
  const last = hasMore ? rows.at(-1) : undefined
  return { items, next_cursor: last ? toCursor([list, last[by], last.id]) : null }
}
