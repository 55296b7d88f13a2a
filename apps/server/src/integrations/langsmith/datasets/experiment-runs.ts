import type { Example } from '@lathe/contract'
import * as z from 'zod'
import { type ExamplePlace, listExamples, toExample } from '../../../datasets/examples.store.ts'
import type { Call } from '../../call.ts'
import { repeated, Uuid } from '../query-values.ts'
import { queryRuns } from '../runs/query-runs.ts'
import { runContext } from '../runs/run-routes.ts'
import type { WireRun } from '../runs/wire-run.ts'
import { datasetParam } from './find-dataset.ts'

export const filtersBySession = z.record(z.string(), z.array(z.string())).nullish()

type ExperimentQuery = {
  sessions: readonly string[]
  exampleIds?: readonly string[] | null | undefined
  /** By session. A run must meet all filters of its session. */
  filters?: z.infer<typeof filtersBySession>
  after?: ExamplePlace | undefined
  offset?: number
  limit: number
}

export type ExampleWithRuns = { example: Example; exampleKey: ExamplePlace; runs: WireRun[] }

/** Lists the current examples of the dataset in the URL, each with its runs in the experiments. */
export async function examplesWithRuns(
  call: Call,
  query: ExperimentQuery,
): Promise<ExampleWithRuns[]> {
  const { id: datasetId, version } = await datasetParam(call)
  const { db, workspaceId } = call.context
  const { after, offset, limit } = query
  const examples = await listExamples(
    db,
    { workspaceId, datasetId, version },
    { ids: query.exampleIds ?? undefined },
    { after, offset, limit },
  )
  if (examples.length === 0) return []

  const found: WireRun[] = []
  for (const session of query.sessions) {
    const { runs } = await queryRuns(runContext(call), {
      session: [session],
      isRoot: true,
      referenceExample: examples.map(({ id }) => id),
      filter: joinFilters(query.filters?.[session] ?? []),
      order: 'asc',
      limit: Number.MAX_SAFE_INTEGER,
    })
    found.push(...runs)
  }
  const runsByExample = Map.groupBy(found, (run) => run.reference_example_id)
  return examples.map((row) => ({
    example: toExample(row),
    exampleKey: [row.position, row.id],
    runs: runsByExample.get(row.id) ?? [],
  }))
}

const joinFilters = (filters: readonly string[]): string | undefined =>
  filters.length > 1 ? `and(${filters.join(', ')})` : filters[0]

/** Query of API v1. */
export const OffsetQuery = z.object({
  session_ids: z.array(Uuid).min(1).max(100),
  filters: filtersBySession,
  offset: z.int().min(0).default(0),
  limit: z.int().min(1).max(1_000).default(100),
})

/** Query of API v2. */
export const CursorQuery = z.object({
  experiment_ids: z.array(Uuid).min(1).max(100),
  example_ids: repeated(Uuid),
  filters: filtersBySession,
  selects: repeated(z.string()),
  page_size: z.int().min(1).max(100).default(20),
  cursor: z.string().nullish(),
})
