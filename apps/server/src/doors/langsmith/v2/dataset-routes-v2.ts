import { Router } from 'express'
import * as z from 'zod'
import { invalidInput } from '../../../http/errors.ts'
import { type Answering, bodyOf, type Call, queryOf } from '../../call.ts'
import { baseUrlOf } from '../base-url.ts'
import { AskedByCursor, examplesWithRuns } from '../datasets/experiment-runs.ts'
import { toWireExample } from '../datasets/wire-dataset.ts'
import { datasetSearch, findDatasets, toWire } from '../datasets/search-datasets.ts'
import { many } from '../query-values.ts'
import { askedPage, offsetOf } from './pages.ts'
import { toSelected } from './wire-run-v2.ts'

/** What experiments made of a dataset, as the second generation of LangSmith's API has it. */
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

async function search(call: Call) {
  if ('tag_value_id' in call.req.query)
    throw invalidInput('tag_value_id', 'is not known here; find by id, name or metadata')
  const {
    page_size: limit,
    cursor,
    sort_by: by,
    sort_order: order,
    ...asked
  } = queryOf(call, Search)
  const offset = offsetOf(cursor)
  const { data_type: types } = asked
  const rows = (await findDatasets(call, asked)).filter(
    (row) => !types?.length || types.includes(row.data_type),
  )
  const sorted = (await toWire(call, rows)).toSorted((a, b) => compare(a[by], b[by], order))
  const isCounted = !asked.exclude?.includes('example_count')
  return {
    items: sorted
      .slice(offset, offset + limit)
      .map((one) => (isCounted ? one : { ...one, example_count: null })),
    next_cursor: offset + limit < sorted.length ? String(offset + limit) : null,
  }
}

/** What has no value comes last in both orders. */
function compare<T extends string | number>(a: T | null, b: T | null, order: 'asc' | 'desc') {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  const difference = a < b ? -1 : Number(a > b)
  return order === 'asc' ? difference : -difference
}

async function experimentRuns(call: Call) {
  const { page_size: limit, cursor, selects, ...asked } = bodyOf(call, AskedByCursor)
  const offset = offsetOf(cursor)
  const found = await examplesWithRuns(call, {
    sessions: asked.experiment_ids,
    exampleIds: asked.example_ids,
    filters: asked.filters,
    offset,
    limit: limit + 1,
  })
  return {
    items: found.slice(0, limit).map(({ example, runs }) => ({
      ...toWireExample(example, baseUrlOf(call)),
      runs: runs.map((run) => toSelected(run, selects ?? [], call.context.url())),
    })),
    next_cursor: found.length > limit ? String(offset + limit) : null,
  }
}
