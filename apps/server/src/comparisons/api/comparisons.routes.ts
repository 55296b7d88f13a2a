import type { ComparisonDetail } from '@lathe/contract'
import { concludeVotes, findPrimaryMetric, listMetrics } from '@lathe/verdicts'
import { api, uncheckedApi } from '../../api/context.ts'
import { redactJson } from '../../platform/crypto/secret-rules.ts'
import { softDelete } from '../../platform/db/soft-delete.ts'
import type { ComparisonContext } from '../context.ts'
import { toFile } from '../export/to-file.ts'
import { judgingRoutes } from '../judging/judging.routes.ts'
import { validatePatterns } from '../plan/plan-problems.ts'
import { listReusableCells } from '../plan/reusable-cells.ts'
import { startCells, withComparisonLock } from '../plan/start-comparison.ts'
import { listOutdatedVariants } from '../plan/variant-graphs.ts'
import { toChanges } from '../report/comparison-changes.ts'
import { toDetail } from '../report/comparison-detail.ts'
import { cacheMissingVerdicts, computeVerdict } from '../report/verdict.ts'
import { endStopped } from '../runner/comparison-runner.ts'
import {
  type ComparisonRow,
  editComparison,
  findComparison,
  insertComparison,
  listComparisons,
  readPlan,
  restoreComparison,
  toComparisons,
} from './comparisons.store.ts'

export const comparisonRoutes = {
  ...judgingRoutes,

  list: api.comparisons.list.handler(async ({ input, context, signal }) => {
    const { db, workspaceId } = context
    const rows = await listComparisons(db, workspaceId, input)
    const page = await cacheMissingVerdicts(db, rows.slice(0, input.limit), signal)
    return { items: await toComparisons(db, page), hasMore: rows.length > input.limit }
  }),

  create: uncheckedApi.comparisons.create.handler(async ({ input, context, errors }) => {
    const { db, workspaceId } = context
    await validatePatterns(input.plan)
    const id = await insertComparison(db, workspaceId, input.name, input.plan)
    return getDetail(context, id, {
      ...errors,
      NO_SUCH_COMPARISON: () => new Error('has been deleted'),
    })
  }),

  get: uncheckedApi.comparisons.get.handler(async ({ input, context, errors }) =>
    toDetail(context.db, await getRow(context, input.id, errors), {
      firstCases: input.cases,
      partialOutput: context.executor.partialText,
    }),
  ),

  changes: uncheckedApi.comparisons.changes.handler(async ({ input, context, errors }) =>
    toChanges(context.db, await getRow(context, input.id, errors), {
      since: input.since,
      partialOutput: context.executor.partialText,
    }),
  ),

  edit: uncheckedApi.comparisons.edit.handler(async ({ input, context, errors }) => {
    const { id, revision, name, plan } = input
    const before = await getRow(context, id, errors)
    if (plan) await validatePatterns(plan, readPlan(before))
    const changes = { revision, ...(name !== undefined && { name }), ...(plan && { plan }) }
    if (!(await editComparison(context.db, before, changes))) {
      throw errors.CONFLICT({ data: { revision: before.revision } })
    }
    return getDetail(context, id, errors)
  }),

  delete: api.comparisons.delete.handler(async ({ input, context, errors }) => {
    const { db, workspaceId } = context
    return await withComparisonLock(db, input.id, async () => {
      await stopComparison(context, input.id, errors)
      if (!(await softDelete(db, 'comparisons', workspaceId, input.id)))
        throw errors.NO_SUCH_COMPARISON()
      return {}
    })
  }),

  restore: uncheckedApi.comparisons.restore.handler(async ({ input, context, errors }) => {
    await restoreComparison(context.db, context.workspaceId, input.id)
    return getDetail(context, input.id, errors)
  }),

  run: uncheckedApi.comparisons.run.handler(async ({ input, context, errors }) => {
    const { id, only: selection = {}, rerun } = input
    const row = await getRow(context, id, errors)
    await startCells(context, { id, plan: readPlan(row) }, { selection, rerun }, errors)
    return getDetail(context, id, errors)
  }),

  outdated: api.comparisons.outdated.handler(async ({ input, context, errors }) => ({
    variants: await listOutdatedVariants(context, await getRow(context, input.id, errors)),
  })),

  reusable: uncheckedApi.comparisons.reusable.handler(async ({ input, context, errors }) => ({
    cells: await listReusableCells(context, await getRow(context, input.id, errors)),
  })),

  verdict: api.comparisons.verdict.handler(async ({ input, context, errors, signal }) => {
    const stored = await getDetail(context, input.id, errors)
    const plan = { ...stored.plan, ...(input.errors && { errors: input.errors }) }
    const detail = { ...stored, plan }
    const metric = findPrimaryMetric(plan, input.by)
    if (!metric) {
      const ids = listMetrics(plan.evaluators, plan.errors).map(({ id }) => id)
      throw errors.NO_METRIC({ data: { metrics: ids } })
    }
    const verdict = await computeVerdict(detail, metric, signal)
    return { ...verdict, votes: concludeVotes(detail.plan, detail.votes) }
  }),

  export: api.comparisons.export.handler(async ({ input, context, errors }) =>
    toFile(redactJson(await getDetail(context, input.id, errors)), input.format),
  ),

  stop: uncheckedApi.comparisons.stop.handler(async ({ input, context, errors }) => {
    await withComparisonLock(context.db, input.id, () => stopComparison(context, input.id, errors))
    return getDetail(context, input.id, errors)
  }),
}

type Errors = { NO_SUCH_COMPARISON: () => Error }

async function stopComparison(
  context: ComparisonContext,
  id: string,
  errors: Errors,
): Promise<void> {
  const { status } = await getRow(context, id, errors)
  await context.comparisons.stop(id)
  // Another process may be running the comparison, or no process after a crash.
  if (status === 'running') await endStopped(context.db, context.workspaceId, id)
}

async function getRow(
  { db, workspaceId }: ComparisonContext,
  id: string,
  errors: Errors,
): Promise<ComparisonRow> {
  const row = await findComparison(db, workspaceId, id)
  if (!row) throw errors.NO_SUCH_COMPARISON()
  return row
}

const getDetail = async (
  context: ComparisonContext,
  id: string,
  errors: Errors,
): Promise<ComparisonDetail> => toDetail(context.db, await getRow(context, id, errors))
