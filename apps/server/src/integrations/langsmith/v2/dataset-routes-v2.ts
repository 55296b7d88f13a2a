import { Router } from 'express'
import * as z from 'zod'
import { invalidInput } from '../../../platform/http/errors.ts'
import { type Answering, parseBody, type Call, parseQuery } from '../../call.ts'
import { apiBaseUrl } from '../base-url.ts'
import { AskedByCursor, examplesWithRuns } from '../datasets/experiment-runs.ts'
import { toWireExample } from '../datasets/wire-dataset.ts'
import { datasetSearch, findDatasets, toWire } from '../datasets/search-datasets.ts'
import { many } from '../query-values.ts'
import { readCursor, sortedPlace, toCursor } from '../cursors.ts'
import { askedPage } from './pages.ts'
import { toSelected } from './wire-run-v2.ts'

/** Examples with experiment results, API v2. */
export function datasetRoutesV2(answer: Answering): Router {
  return Router()
    .get('/datasets', answer(search))
    .post('/datasets/:id/experiment-runs', answer(experimentRuns))
}

const SORTS = [
  'name',
  'created_at',
  'modified_at',
  'last_session_start_time',
  'example_count',
  'session_count',
] as const

const Search = z.object({
  ...askedPage,
  ...datasetSearch,
  data_type: many(z.string()),
  exclude: many(z.string()),
  sort_by: z.string().toLowerCase().pipe(z.enum(SORTS)).default('created_at'),
  sort_order: z.enum(['asc', 'desc']).default('desc'),
})

const SortedBy = z.union([z.string(), z.number()]).nullable()

async function search(call: Call) {
  if ('tag_value_id' in call.req.query)
    throw invalidInput('tag_value_id', 'is not supported; find by id, name or metadata')
  const {
    page_size: limit,
    cursor,
    sort_by: by,
    sort_order: order,
    ...asked
  } = parseQuery(call, Search)
  const list = `datasets by ${by} ${order}`
  const after = readCursor(cursor, sortedPlace(list, SortedBy))
  const { data_type: types } = asked
  const rows = (await findDatasets(call, asked)).filter(
    (row) => !types?.length || types.includes(row.data_type),
  )
  const compare = inOrder(order)
  const sorted = (await toWire(call, rows))
    .map((dataset) => ({ one: dataset, at: [dataset[by], dataset.id] as const }))
    .toSorted((a, b) => compare(a.at, b.at))
  const left = after ? sorted.filter(({ at }) => compare(at, after) > 0) : sorted
  const page = left.slice(0, limit)
  const last = left.length > limit ? page.at(-1) : undefined
  const isCounted = !asked.exclude?.includes('example_count')
  return {
    items: page.map(({ one }) => (isCounted ? one : { ...one, example_count: null })),
    next_cursor: last ? toCursor([list, ...last.at]) : null,
  }
}

type Place = readonly [value: z.infer<typeof SortedBy>, id: string]

/** Missing values sort last in both orders. */
function inOrder(order: 'asc' | 'desc') {
  const compare = (a: string | number, b: string | number) => {
    const difference = a < b ? -1 : Number(a > b)
    return order === 'asc' ? difference : -difference
  }
  return ([a, aId]: Place, [b, bId]: Place): number =>
    (a === null || b === null ? Number(a === null) - Number(b === null) : compare(a, b)) ||
    compare(aId, bId)
}

const ExamplePlace = sortedPlace('examples', z.int())

async function experimentRuns(call: Call) {
  const { page_size: limit, cursor, selects, ...asked } = parseBody(call, AskedByCursor)
  const found = await examplesWithRuns(call, {
    sessions: asked.experiment_ids,
    exampleIds: asked.example_ids,
    filters: asked.filters,
    after: readCursor(cursor, ExamplePlace),
    limit: limit + 1,
  })
  const last = found.length > limit ? found[limit - 1]?.place : undefined
  return {
    items: found.slice(0, limit).map(({ example, runs }) => ({
      ...toWireExample(example, apiBaseUrl(call)),
      runs: runs.map((run) => toSelected(run, selects ?? [], call.context.url())),
    })),
    next_cursor: last ? toCursor(['examples', ...last]) : null,
  }
}
