import { Router } from 'express'
import * as z from 'zod'
import { invalidInput } from '../../../platform/http/errors.ts'
import { type Answer, parseBody, type Call, parseQuery } from '../../call.ts'
import { apiBaseUrl } from '../base-url.ts'
import { CursorQuery, examplesWithRuns } from '../datasets/experiment-runs.ts'
import { toWireExample } from '../datasets/wire-dataset.ts'
import { datasetSearch, findDatasets, toWire } from '../datasets/search-datasets.ts'
import { repeated } from '../query-values.ts'
import { readCursor, sortedPlace, toCursor } from '../cursors.ts'
import { pageFields } from './pages.ts'
import { toSelected } from './wire-run-v2.ts'

/** Examples with experiment results, API v2. */
export function datasetRoutesV2(answer: Answer): Router {
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
  ...pageFields,
  ...datasetSearch,
  data_type: repeated(z.string()),
  exclude: repeated(z.string()),
  sort_by: z.string().toLowerCase().pipe(z.enum(SORTS)).default('created_at'),
  sort_order: z.enum(['asc', 'desc']).default('desc'),
})

const SortValue = z.union([z.string(), z.number()]).nullable()

async function search(call: Call) {
  if ('tag_value_id' in call.req.query)
    throw invalidInput('tag_value_id', 'is not supported; find by id, name or metadata')
  const {
    page_size: limit,
    cursor,
    sort_by: sortField,
    sort_order: order,
    ...asked
  } = parseQuery(call, Search)
  const list = `datasets by ${sortField} ${order}`
  const after = readCursor(cursor, sortedPlace(list, SortValue))
  const { data_type: types } = asked
  const rows = (await findDatasets(call, asked)).filter(
    (row) => !types?.length || types.includes(row.data_type),
  )
  const compare = comparePositions(order)
  const sortedItems = (await toWire(call, rows))
    .map((dataset) => ({ one: dataset, at: [dataset[sortField], dataset.id] as const }))
    .toSorted((a, b) => compare(a.at, b.at))
  const remaining = after ? sortedItems.filter(({ at }) => compare(at, after) > 0) : sortedItems
  const page = remaining.slice(0, limit)
  const last = remaining.length > limit ? page.at(-1) : undefined
  const isCounted = !asked.exclude?.includes('example_count')
  return {
    items: page.map(({ one }) => (isCounted ? one : { ...one, example_count: null })),
    next_cursor: last ? toCursor([list, ...last.at]) : null,
  }
}

type SortPosition = readonly [value: z.infer<typeof SortValue>, id: string]

/** Missing values sort last in both orders. */
function comparePositions(order: 'asc' | 'desc') {
  const compare = (a: string | number, b: string | number) => {
    const difference = a < b ? -1 : Number(a > b)
    return order === 'asc' ? difference : -difference
  }
  return ([a, aId]: SortPosition, [b, bId]: SortPosition): number =>
    (a === null || b === null ? Number(a === null) - Number(b === null) : compare(a, b)) ||
    compare(aId, bId)
}

const ExamplePlace = sortedPlace('examples', z.int())

async function experimentRuns(call: Call) {
  const { page_size: limit, cursor, selects, ...asked } = parseBody(call, CursorQuery)
  const found = await examplesWithRuns(call, {
    sessions: asked.experiment_ids,
    exampleIds: asked.example_ids,
    filters: asked.filters,
    after: readCursor(cursor, ExamplePlace),
    limit: limit + 1,
  })
  const last = found.length > limit ? found[limit - 1]?.exampleKey : undefined
  return {
    items: found.slice(0, limit).map(({ example, runs }) => ({
      ...toWireExample(example, apiBaseUrl(call)),
      runs: runs.map((run) => toSelected(run, selects ?? [], call.context.url())),
    })),
    next_cursor: last ? toCursor(['examples', ...last]) : null,
  }
}
