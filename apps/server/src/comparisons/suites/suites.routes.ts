import type { SuiteDetail } from '@lathe/contract'
import { api, type Context } from '../../api/context.ts'
import { findComparison, insertComparison, planOf } from '../api/comparisons.store.ts'
import { runnableGraphs, startComparison } from '../plan/start-comparison.ts'
import { chosenYardstick } from '../report/verdict.ts'
import {
  editSuite,
  findSuite,
  type FoundSuite,
  hideSuite,
  insertSuite,
  listSuiteRuns,
  listSuites,
  restoreSuite,
} from './suites.store.ts'
import { suiteDetail, toSuiteRun } from './suite-detail.ts'
import { asAgent, heldAgainst, pinned, runPlan } from './suite-plan.ts'
import { findAgentVersion } from '../plan/variant-graphs.ts'

export const suiteRoutes = {
  list: api.suites.list.handler(({ context }) => listSuites(context.db, context.workspaceId)),

  create: api.suites.create.handler(async ({ input, context, errors }) => {
    const { db, workspaceId } = context
    const refuse = (reason: string) => errors.NOT_A_SUITE({ data: { reason } })
    const row = await findComparison(db, workspaceId, input.comparison)
    if (!row) throw errors.NO_SUCH_COMPARISON()
    const plan = planOf(row)
    const chosen = plan.variants.find(({ key }) => key === input.variant)
    if (!chosen) throw refuse('No such variant.')
    const variant = chosen.base.type === 'prompt' ? asAgent(chosen, input.promoted) : chosen
    if (variant.base.type !== 'agent') {
      throw refuse('A suite tests versions of an agent. Promote this prompt to an agent first.')
    }
    if (plan.cases.length === 0) throw refuse('The comparison has no cases.')
    if (!chosenYardstick(plan, undefined).yardstick) {
      throw refuse('The comparison has no evaluator, so it cannot detect a regression.')
    }
    const found = await findAgentVersion(context, variant.base.agent, variant.base.version)
    if (!found) throw refuse('No such version of the agent.')
    const { agentId, version } = found
    if (version === null) throw refuse('A draft keeps changing. Save it as a version first.')
    const id = await insertSuite(db, workspaceId, {
      name: input.name,
      agentId,
      baselineVersion: version,
      plan: { ...plan, variants: [pinned(variant, version)] },
      from: row.id,
    })
    return detailOf(context, await getSuite(context, id))
  }),

  get: api.suites.get.handler(async ({ input, context, errors, signal }) =>
    detailOf(context, await getSuite(context, input.id, errors), signal),
  ),

  edit: api.suites.edit.handler(async ({ input, context, errors }) => {
    const { id, name, baselineVersion } = input
    const { agent, plan } = await getSuite(context, id, errors)
    const { db, workspaceId } = context
    const held = baselineVersion !== undefined && {
      baselineVersion,
      plan: heldAgainst(plan, agent, baselineVersion),
    }
    if (held && !(await findAgentVersion(context, agent, held.baselineVersion))) {
      throw errors.NO_SUCH_VERSION()
    }
    await editSuite(db, workspaceId, id, { ...(name !== undefined && { name }), ...held })
    return detailOf(context, await getSuite(context, id, errors))
  }),

  run: api.suites.run.handler(async ({ input, context, errors }) => {
    const { db, workspaceId } = context
    const suite = await getSuite(context, input.id, errors)
    const { yardstick, all } = chosenYardstick(suite.plan, input.by)
    if (!yardstick) throw errors.NO_YARDSTICK({ data: { yardsticks: all } })
    const found = await findAgentVersion(context, suite.agent, input.version)
    if (!found) throw errors.NO_SUCH_VERSION()
    const { agent } = suite
    // Earlier baseline latencies were measured under a different load and cannot be compared.
    const again = input.again || yardstick.measure === 'latency'
    const plan = runPlan(suite.plan, { agent, version: found.version ?? 'draft', again })
    await runnableGraphs(context, plan, errors)
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
    return detailOf(context, await getSuite(context, input.id, errors))
  }),
}

async function getSuite(
  { db, workspaceId }: Context,
  id: string,
  errors: { NO_SUCH_SUITE: () => Error } = { NO_SUCH_SUITE: () => new Error('has been deleted') },
): Promise<FoundSuite> {
  const suite = await findSuite(db, workspaceId, id)
  if (!suite) throw errors.NO_SUCH_SUITE()
  return suite
}

const detailOf = (
  { db, workspaceId }: Context,
  suite: FoundSuite,
  signal?: AbortSignal,
): Promise<SuiteDetail> => suiteDetail(db, workspaceId, suite, signal)
