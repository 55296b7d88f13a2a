import { ImportPlan, type ImportPreview, type ImportReport, type RowProblem } from '@lathe/contract'
import { type Request, type RequestHandler, Router } from 'express'
import type { AppContext, Context } from '../../../http/api.ts'
import { invalidInput, invalidInputs, refusal } from '../../../http/errors.ts'
import { describeIssues } from '../../../http/issues.ts'
import { contextOf } from '../../../http/mount-contract.ts'
import { readBytes } from '../../../http/read-bytes.ts'
import { requestIdOf } from '../../../http/request-id.ts'
import { callerOf } from '../../../http/session.ts'
import { commitExamples } from '../commit.ts'
import { getDataset } from '../datasets.routes.ts'
import { withoutDoubles } from '../leave-out.ts'
import { guessColumns } from './guess-columns.ts'
import { mapRows } from './map-rows.ts'
import { readFile } from './read-file.ts'

const SAMPLE = 8
/** Problems that are named one by one. */
const NAMED = 100

/** Files are sent as they are, so these two are no procedures of the contract. */
export function importRoutes(app: AppContext): Router {
  const answer =
    (work: (req: Request, context: Context) => Promise<unknown>): RequestHandler =>
    async (req, res) => {
      res.json(await work(req, contextOf(app, requestIdOf(res), callerOf(req))))
    }
  const routes = Router()
  routes.post('/api/datasets/preview', answer(preview))
  routes.post('/api/datasets/:dataset/import', answer(take))
  return routes
}

const fileOf = async (req: Request, { limits }: Context) =>
  await readFile(await readBytes(req, { limit: limits.datasetBytes }), limits.requestJsonDepth)

async function preview(req: Request, context: Context): Promise<ImportPreview> {
  const { encoding, ...file } = await fileOf(req, context)
  return {
    format: file.format,
    encoding,
    rows: file.rows.length,
    columns: guessColumns(file),
    sample: file.rows.slice(0, SAMPLE).map(({ values }) => values),
    problems: named(file.problems),
    notes: file.notes,
  }
}

const named = (problems: readonly RowProblem[]) => ({
  total: problems.length,
  first: problems.toSorted((a, b) => a.row - b.row).slice(0, NAMED),
})

async function take(req: Request, context: Context): Promise<ImportReport> {
  const plan = planOf(req)
  const dataset = await getDataset(context, String(req.params['dataset']), {
    NO_SUCH_DATASET: () => refusal(404, 'NO_SUCH_DATASET', 'No such dataset'),
  })
  const file = await fileOf(req, context)
  const mapped = mapRows(dataset.id, file.rows, plan)
  const problems = named([...file.problems, ...mapped.problems])
  if (problems.total > 0 && !plan.leaveOut)
    throw refusal(
      422,
      'ROWS_UNREADABLE',
      `${problems.total} rows cannot be taken; nothing was imported`,
      { problems },
    )
  const { db, workspaceId } = context
  let duplicates = 0
  const made = await commitExamples(db, workspaceId, dataset.id, async (queries, row) => {
    const left = plan.dedupe
      ? await withoutDoubles(queries, row, mapped.put)
      : { kept: mapped.put, duplicates: 0 }
    duplicates = left.duplicates
    return { put: left.kept, remove: [], message: messageOf(req) }
  })
  if (made.type !== 'committed') throw refusal(404, 'NO_SUCH_DATASET', 'No such dataset')
  const { version, added, changed, unchanged } = made
  return { version, added, changed, unchanged, duplicates, problems }
}

const messageOf = ({ query }: Request) =>
  typeof query['name'] === 'string' ? `Import of ${query['name'].slice(0, 200)}` : 'Import'

function planOf({ query }: Request): ImportPlan {
  const parsed = ImportPlan.safeParse(parseJson(query['plan']))
  if (!parsed.success) throw invalidInputs(describeIssues(parsed.error.issues))
  return parsed.data
}

function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    throw invalidInput('plan', 'is no JSON')
  }
}
