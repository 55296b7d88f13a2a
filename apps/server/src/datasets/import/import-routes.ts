import { ImportPlan, type ImportPreview, type ImportReport, renameFields } from '@lathe/contract'
import { type Request, type RequestHandler, Router } from 'express'
import type { AppContext, Context } from '../../api/context.ts'
import { invalidInput, invalidInputs, refusal } from '../../platform/http/errors.ts'
import { describeIssues } from '../../platform/http/issues.ts'
import { createContext } from '../../api/mount-contract.ts'
import { receiveBody } from '../../platform/http/body/receive-body.ts'
import { getRequestId } from '../../platform/http/request-id.ts'
import { getCaller } from '../../platform/http/security/session.ts'
import { commitParts } from '../commit-parts.ts'
import { getDataset } from '../datasets.routes.ts'
import { readFieldTypes } from '../field-types.store.ts'
import { doubleSieve } from '../leave-out.ts'
import { type FileRequest, type FileStep, fileSteps, type FileWork } from './file-steps.ts'
import { noProblems } from './problems.ts'
import { type Progress, progressOf } from './progress.ts'
import { iterateInThread } from '../../platform/workers/iterate-in-thread.ts'

const TOO_LARGE = 'Split the file into smaller ones, or raise LATHE_DATASET_BYTES.'

type Call = { gone: AbortSignal; tell: (progress: Progress) => void }

/** Files are sent raw, so these routes are not part of the contract. */
export function importRoutes(app: AppContext): Router {
  const answer =
    (work: (req: Request, context: Context, call: Call) => Promise<object>): RequestHandler =>
    async (req, res) => {
      const gone = new AbortController()
      res.once('close', () => gone.abort())
      const context = createContext(app, getRequestId(res), getCaller(req))
      const progress = progressOf(req, res, app.log)
      try {
        progress.end(await work(req, context, { gone: gone.signal, tell: progress.tell }))
      } catch (error) {
        // The client has disconnected.
        if (!gone.signal.aborted) progress.fail(error)
      }
    }
  const routes = Router()
  routes.post('/api/datasets/preview', answer(preview))
  routes.post('/api/datasets/:dataset/import', answer(take))
  return routes
}

type Steps = ReturnType<typeof readApart>

/** Counts the file's bytes against the limit of all files until `work` is done. */
async function withFile<T>(
  req: Request,
  { limits, reading, files }: Context,
  work: FileWork,
  done: (steps: Steps) => Promise<T>,
): Promise<T> {
  let held = 0
  const budget = {
    reserve: (bytes: number) => {
      files.reserve(bytes)
      held += bytes
      reading.reserve(bytes)
    },
    release: (bytes: number) => reading.release(bytes),
  }
  try {
    const room = { budget, limit: limits.datasetBytes, hint: TOO_LARGE }
    const bytes = await receiveBody(req, room, (body) => body)
    return await done(
      readApart({ bytes, depth: limits.requestJsonDepth, work }, limits.documentReadMs),
    )
  } finally {
    files.release(held)
  }
}

async function preview(req: Request, context: Context): Promise<ImportPreview> {
  const hasHeader = req.query['hasHeader'] !== 'false'
  const { encoding: asked } = req.query
  const encoding = typeof asked === 'string' ? asked.slice(0, 40) : undefined
  const { dataset: idOrName } = req.query
  const fieldTypes =
    typeof idOrName === 'string'
      ? await readFieldTypes(
          context.db,
          await getDataset(context, idOrName, { NO_SUCH_DATASET: noSuchDataset }),
        )
      : {}
  const work: FileWork = { type: 'preview', hasHeader, encoding, fieldTypes }
  const first = await withFile(req, context, work, async (steps) => {
    const next = await steps.next()
    await steps.return(undefined)
    return next
  })
  const step = first.done ? undefined : first.value
  if (step?.type === 'preview') return step.preview
  throw refusalOf(step)
}

/** Imports nothing if the client disconnects. */
async function take(req: Request, context: Context, call: Call): Promise<ImportReport> {
  const plan = planOf(req)
  const dataset = await getDataset(context, String(req.params['dataset']), {
    NO_SUCH_DATASET: noSuchDataset,
  })
  const { id, has_near_ids: hasNearIds } = dataset
  const fieldTypes = await readFieldTypes(context.db, dataset)
  const work = { datasetId: id, hasNearIds: hasNearIds === 1, plan, fieldTypes }
  return await withFile(req, context, { type: 'import', ...work }, (steps) =>
    commitSteps(context, { id, plan, message: messageOf(req) }, steps, call),
  )
}

type Taken = { id: string; plan: ImportPlan; message: string }

async function commitSteps(
  { db, workspaceId }: Context,
  { id, plan, message }: Taken,
  steps: Steps,
  { gone, tell }: Call,
): Promise<ImportReport> {
  let problems = noProblems()
  let duplicates = 0
  let rows = 0
  const made = await commitParts(db, workspaceId, id, {
    message,
    parts: async function* (queries, dataset) {
      const sieve = plan.dedupe ? await doubleSieve(queries, dataset) : undefined
      for await (const step of steps) {
        gone.throwIfAborted()
        if (step.type === 'part') {
          const kept = sieve?.(step.put) ?? step.put
          duplicates += step.put.length - kept.length
          yield kept
          rows += step.put.length
          tell({ rows })
        } else if (step.type === 'checked') tell({ checked: step.rows })
        else if (step.type === 'end') problems = step.problems
        else throw refusalOf(step)
      }
    },
  })
  if (made.type !== 'committed') throw noSuchDataset()
  const { version, added, changed, unchanged } = made
  return { version, added, changed, unchanged, duplicates, problems }
}

function refusalOf(step: FileStep | undefined) {
  if (step?.type === 'unreadable') return refusal(422, 'FILE_UNREADABLE', step.message)
  if (step?.type !== 'refused') return new Error('Reading the file never finished')
  const { problems } = step
  const rows = problems.total === 1 ? '1 row' : `${problems.total} rows`
  const message = `${rows} cannot be taken; nothing was imported`
  return refusal(422, 'ROWS_UNREADABLE', message, { problems })
}

const noSuchDataset = () => refusal(404, 'NO_SUCH_DATASET', 'No such dataset')

const messageOf = ({ query }: Request) =>
  typeof query['name'] === 'string' ? `Import of ${query['name'].slice(0, 200)}` : 'Import'

function planOf({ query }: Request): ImportPlan {
  const parsed = ImportPlan.safeParse(
    renameFields(parseJson(query['plan']), { leaveOut: 'skipInvalid' }),
  )
  if (!parsed.success) throw invalidInputs(describeIssues(parsed.error.issues))
  return parsed.data
}

function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    throw invalidInput('plan', 'is not JSON')
  }
}

/** A smaller file is read faster than a worker starts. */
const SMALL_BYTES = 256 * 1024

/**
 * Reads large files in a worker: 100 MB take seconds and would block the server. Transfers the
 * bytes.
 */
async function* readApart(request: FileRequest, timeoutMs: number): AsyncGenerator<FileStep, void> {
  if (request.bytes.length <= SMALL_BYTES) {
    yield* fileSteps(request)
    return
  }
  yield* iterateInThread<FileStep>(new URL('./file-thread.ts', import.meta.url), request, {
    name: 'dataset file',
    timeoutMs,
    transfer: [request.bytes.buffer],
    onLimit: (what) => ({ type: 'unreadable', message: tooMuch(what) }),
  })
}

const tooMuch = (what: string) =>
  `Reading the file takes too much ${what}. Split it into smaller files.`
