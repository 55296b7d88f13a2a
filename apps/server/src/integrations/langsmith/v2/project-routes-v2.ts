import { Router } from 'express'
import * as z from 'zod'
import { invalidInput } from '../../../platform/http/errors.ts'
import { type Answer, type Call, parseQuery } from '../../call.ts'
import {
  findProjects,
  projectKind,
  projectSearch,
  toWire,
  withStats,
} from '../projects/search-projects.ts'
import { Bool, repeated, Uuid } from '../query-values.ts'
import { readCursor, sortedPlace, toCursor } from '../cursors.ts'
import { pageFields } from './pages.ts'

const Search = z.object({
  ...pageFields,
  ...projectSearch,
  reference_dataset_id: repeated(Uuid),
  type: repeated(
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
const UNSUPPORTED_FIELDS = [
  'filter',
  'dataset_version',
  'tag_value_id',
  'stats_filter',
  'stats_start_time',
]

/** Projects (sessions), API v2. */
export function projectRoutesV2(answer: Answer): Router {
  return Router().get('/sessions', answer(search))
}

async function search(call: Call) {
  const unknown = UNSUPPORTED_FIELDS.find((name) => name in call.req.query)
  if (unknown !== undefined)
    throw invalidInput(unknown, 'is not supported; use id, name, name_contains, metadata or type')
  const {
    page_size: limit,
    cursor,
    include_stats: isCounted,
    ...filters
  } = parseQuery(call, Search)
  const order = filters.sort_order
  const sortBy = filters.sort_by === 'NAME' ? 'name' : 'created_at'
  const list = `projects by ${sortBy} ${order}`
  const after = readCursor(cursor, sortedPlace(list, sortBy === 'name' ? z.string() : z.int()))
  const { rows, hasMore } = await findProjects(call, {
    ...filters,
    datasets: filters.reference_dataset_id,
    kinds: filters.type,
    sortBy,
    order,
    after,
    limit,
  })
  const items = await Promise.all(
    rows.map(async (row) => ({
      ...(isCounted ? await withStats(call, row) : toWire(row)),
      type: projectKind(row),
      trace_tier: 'LONG_LIVED',
    })),
  )
  const last = hasMore ? rows.at(-1) : undefined
  return { items, next_cursor: last ? toCursor([list, last[sortBy], last.id]) : null }
}
