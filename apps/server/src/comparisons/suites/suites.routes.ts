import type { SuiteDetail } from '@lathe/contract'
import { findPrimaryMetric, listMetrics } from '@lathe/verdicts'
import { api } from '../../api/context.ts'
import { findComparison, insertComparison, readPlan } from '../api/comparisons.store.ts'
import type { ComparisonContext } from '../context.ts'
import { getRunnableGraphs } from '../plan/plan-problems.ts'
import { startComparison } from '../plan/start-comparison.ts'
import {
  editSuite,
  findSuite,
  type SuiteWithPlan,
  hideSuite,
  insertSuite,
  listSuiteRuns,
  listSuites,
  restoreSuite,
} from './suites.store.ts'
import { suiteDetail, toSuiteRun } from './suite-detail.ts'
import { pinVersion, runPlan, toAgentVariant, withBaselineVersion } from './suite-plan.ts'
import { findAgentVersion } from '../plan/variant-graphs.ts'

export const suiteRoutes = {
  list: api.suites.list.handler(({ context }) => listSuites(context.db, context.workspaceId)),

  create: api.suites.create.handler(async ({ input, context, errors }) => {
    const { db, workspaceId } = context
    const refuse = (reason: string) => errors.NOT_A_SUITE({ data: { reason } })
    const row = await findComparison(db, workspaceId, input.comparison)
    if (!row) throw errors.NO_SUCH_COMPARISON()
    const plan = readPlan(row)
    const selected = plan.variants.find(({ key }) => key === input.variant)
    if (!selected) throw refuse('No such variant.')
    const variant =
      selected.base.type === 'prompt' ? toAgentVariant(selected, input.promoted) : selected
    if (variant.base.type !== 'agent') {
      throw refuse('A suite tests versions of an agent. Promote this prompt to an agent first.')
    }
    if (plan.cases.length === 0) throw refuse('The comparison has no cases.')
    if (!findPrimaryMetric(plan)) {
      throw refuse('The comparison has no evaluator, so it cannot detect a regression.')
    }
    const agentVersion = await findAgentVersion(context, variant.base.agent, variant.base.version)
    if (!agentVersion) throw refuse('No such version of the agent.')
    const { agentId, version } = agentVersion
    if (version === null) throw refuse('A draft keeps changing. Save it as a version first.')
    const id = await insertSuite(db, workspaceId, {
      name: input.name,
      agentId,
      baselineVersion: version,
      plan: { ...plan, variants: [pinVersion(variant, version)] },
      from: row.id,
    })
    return toSuiteDetail(context, await getSuite(context, id))
  }),

  get: api.suites.get.handler(async ({ input, context, errors, signal }) =>
    toSuiteDetail(context, await getSuite(context, input.id, errors), signal),
  ),

  edit: api.suites.edit.handler(async ({ input, context, errors }) => {
    const { id, name, baselineVersion } = input
    const { agent, plan } = await getSuite(context, id, errors)
    const { db, workspaceId } = context
    const baseline = baselineVersion !== undefined && {
      baselineVersion,
      plan: withBaselineVersion(plan, agent, baselineVersion),
    }
    if (baseline && !(await findAgentVersion(context, agent, baseline.baselineVersion))) {
      throw errors.NO_SUCH_VERSION()
    }
    await editSuite(db, workspaceId, id, { ...(name !== undefined && { name }), ...baseline })
    return toSuiteDetail(context, await getSuite(context, id, errors))
  }),

  run: api.suites.run.handler(async ({ input, context, errors }) => {
    const { db, workspaceId } = context
    const suite = await getSuite(context, input.id, errors)
    const metric = findPrimaryMetric(suite.plan, input.by)
    if (!metric) {
      const ids = listMetrics(suite.plan.evaluators, suite.plan.errors).map(({ id }) => id)
      throw errors.NO_METRIC({ data: { metrics: ids } })
    }
    const agentVersion = await findAgentVersion(context, suite.agent, input.version)
    if (!agentVersion) throw errors.NO_SUCH_VERSION()
    const { agent } = suite
    // Earlier baseline latencies were measured under a different load and cannot be compared.
    const rerunBaseline = input.rerun || metric.measure === 'latency'
    const plan = runPlan(suite.plan, {
      agent,
      version: agentVersion.version ?? 'draft',
      rerunBaseline,
    })
    await getRunnableGraphs(context, plan, errors)
    const id = await insertComparison(db, workspaceId, suite.name, plan, suite.id)
    await startComparison(context, { id, plan }, errors)
    const row = await findComparison(db, workspaceId, id)
    if (!row) throw errors.NO_SUCH_SUITE()
    return toSuiteRun(db, row)
  }),

  delete: api.suites.delete.handler(async ({ input, context, errors }) => {
    const { db, workspaceId, comparisons } = context
    await getSuite(context, input.id, errors)
    const runs = await listSuiteRuns(db, workspaceId, input.id)
    await Promise.all(runs.map(({ id }) => comparisons.stop(id)))
    await hideSuite(db, workspaceId, input.id)
    return {}
  }),

  restore: api.suites.restore.handler(async ({ input, context, errors }) => {
    await restoreSuite(context.db, context.workspaceId, input.id)
    return toSuiteDetail(context, await getSuite(context, input.id, errors))
  }),
}

async function getSuite(
  { db, workspaceId }: ComparisonContext,
  id: string,
  errors: { NO_SUCH_SUITE: () => Error } = { NO_SUCH_SUITE: () => new Error('has been deleted') },
): Promise<SuiteWithPlan> {
  const suite = await findSuite(db, workspaceId, id)
  if (!suite) throw errors.NO_SUCH_SUITE()
  return suite
}

const toSuiteDetail = (
  { db, workspaceId }: ComparisonContext,
  suite: SuiteWithPlan,
  signal?: AbortSignal,
): Promise<SuiteDetail> => suiteDetail(db, workspaceId, suite, signal)
