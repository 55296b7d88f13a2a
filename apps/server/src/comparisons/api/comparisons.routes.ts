import { redactJson } from '../../platform/crypto/secret-rules.ts'
import type { ComparisonDetail } from '@lathe/contract'
import { concludeVotes } from '@lathe/verdicts'
import { softDelete } from '../../platform/db/soft-delete.ts'
import { api, type Context, uncheckedApi } from '../../api/context.ts'
import { toChanges } from '../plan/changes.ts'
import {
  type ComparisonRow,
  editComparison,
  findComparison,
  insertComparison,
  listComparisons,
  planOf,
  restoreComparison,
  toComparisons,
} from './comparisons.store.ts'
import { toDetail } from './detail.ts'
import { toFile } from '../export/to-file.ts'
import { judgingRoutes } from '../judging/judging.routes.ts'
import { oneAtATime } from '../runner/one-at-a-time.ts'
import { endStopped } from '../runner/runner.ts'
import { knownCells } from '../runner/known.ts'
import { refusePatterns } from '../plan/prepare.ts'
import { movedVariants } from '../plan/variant-graphs.ts'
import { startCells } from '../plan/start-comparison.ts'
import { tellMissing } from '../report/tell-verdict.ts'
import { chosenYardstick, toVerdict } from '../report/verdict.ts'

export const comparisonRoutes = {
  ...judgingRoutes,

  list: api.comparisons.list.handler(async ({ input, context, signal }) => {
    const { db, workspaceId } = context
    const rows = await listComparisons(db, workspaceId, input)
    const told = await tellMissing(db, rows.slice(0, input.limit), signal)
    return { items: await toComparisons(db, told), hasMore: rows.length > input.limit }
  }),

  create: uncheckedApi.comparisons.create.handler(async ({ input, context, errors }) => {
    const { db, workspaceId } = context
    await refusePatterns(input.plan)
    const id = await insertComparison(db, workspaceId, input.name, input.plan)
    return detailOf(context, id, {
      ...errors,
      NO_SUCH_COMPARISON: () => new Error('has been deleted'),
    })
  }),

  get: uncheckedApi.comparisons.get.handler(async ({ input, context, errors }) =>
    toDetail(context.db, await getRow(context, input.id, errors), {
      firstCases: input.cases,
      said: context.executor.said,
    }),
  ),

  changes: uncheckedApi.comparisons.changes.handler(async ({ input, context, errors }) =>
    toChanges(context.db, await getRow(context, input.id, errors), {
      since: input.since,
      said: context.executor.said,
    }),
  ),

  edit: uncheckedApi.comparisons.edit.handler(async ({ input, context, errors }) => {
    const { id, revision, name, plan } = input
    const before = await getRow(context, id, errors)
    if (plan) await refusePatterns(plan, planOf(before))
    const changes = { revision, ...(name !== undefined && { name }), ...(plan && { plan }) }
    if (!(await editComparison(context.db, before, changes))) {
      throw errors.CONFLICT({ data: { revision: before.revision } })
    }
    return detailOf(context, id, errors)
  }),

  delete: api.comparisons.delete.handler(async ({ input, context, errors }) => {
    const { db, workspaceId } = context
    return await oneAtATime(db, input.id, async () => {
      await stopComparison(context, input.id, errors)
      if (!(await softDelete(db, 'comparisons', workspaceId, input.id)))
        throw errors.NO_SUCH_COMPARISON()
      return {}
    })
  }),

  restore: uncheckedApi.comparisons.restore.handler(async ({ input, context, errors }) => {
    await restoreComparison(context.db, context.workspaceId, input.id)
    return detailOf(context, input.id, errors)
  }),

  run: uncheckedApi.comparisons.run.handler(async ({ input, context, errors }) => {
    const { id, only = {}, again } = input
    const row = await getRow(context, id, errors)
    await startCells(context, { id, plan: planOf(row) }, { only, again }, errors)
    return detailOf(context, id, errors)
  }),

  outdated: api.comparisons.outdated.handler(async ({ input, context, errors }) => ({
    variants: await movedVariants(context, await getRow(context, input.id, errors)),
  })),

  reusable: uncheckedApi.comparisons.reusable.handler(async ({ input, context, errors }) => ({
    cells: await knownCells(context, await getRow(context, input.id, errors)),
  })),

  verdict: api.comparisons.verdict.handler(async ({ input, context, errors, signal }) => {
    const found = await detailOf(context, input.id, errors)
    const plan = { ...found.plan, ...(input.errors && { errors: input.errors }) }
    const detail = { ...found, plan }
    const { yardstick, all } = chosenYardstick(plan, input.by)
    if (!yardstick) throw errors.NO_YARDSTICK({ data: { yardsticks: all } })
    const verdict = await toVerdict(detail, yardstick, signal)
    return { ...verdict, votes: concludeVotes(detail.plan, detail.votes) }
  }),

  export: api.comparisons.export.handler(async ({ input, context, errors }) =>
    toFile(redactJson(await detailOf(context, input.id, errors)), input.format),
  ),

  stop: uncheckedApi.comparisons.stop.handler(async ({ input, context, errors }) => {
    await oneAtATime(context.db, input.id, () => stopComparison(context, input.id, errors))
    return detailOf(context, input.id, errors)
  }),
}

type Errors = { NO_SUCH_COMPARISON: () => Error }

async function stopComparison(context: Context, id: string, errors: Errors): Promise<void> {
  const { status } = await getRow(context, id, errors)
  await context.comparisons.stop(id)
  // Another process may be running the comparison, or no process after a crash.
  if (status === 'running') await endStopped(context.db, context.workspaceId, id)
}

async function getRow(
  { db, workspaceId }: Context,
  id: string,
  errors: Errors,
): Promise<ComparisonRow> {
  const row = await findComparison(db, workspaceId, id)
  if (!row) throw errors.NO_SUCH_COMPARISON()
  return row
}

const detailOf = async (context: Context, id: string, errors: Errors): Promise<ComparisonDetail> =>
  toDetail(context.db, await getRow(context, id, errors))
