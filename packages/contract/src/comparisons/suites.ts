import * as z from 'zod'
import { Slug } from '@lathe/nodes/schemas'
import { byId, Id, Micros } from '../common.ts'
import { ComparisonStatus } from './comparison-status.ts'
import { VariantFigures, VerdictRuling, MetricId } from './comparison-verdict.ts'
import { ComparisonPlan, noSuchComparison, noMetric, planErrors } from './comparisons.ts'
import { commonErrors, notFound } from '../errors.ts'
import { route } from '../route.ts'
import { RunVersion } from '../runs/runs.ts'

const name = z.string().min(1).max(100)

/** A run of a suite: a comparison of one version of its agent with the baseline. */
export const SuiteRun = z.object({
  /** Id of the comparison. */
  id: Id,
  status: ComparisonStatus,
  /** Null for a draft. */
  version: z.int().nullable(),
  baselineVersion: z.int(),
  cells: z.object({ total: z.int(), done: z.int(), failed: z.int() }),
  /** Null until it has ended. */
  verdict: z
    .object({
      ruling: VerdictRuling,
      sentence: z.string(),
      isRegression: z.boolean(),
      reason: z.string().nullable(),
      figures: VariantFigures,
      baseline: VariantFigures,
    })
    .nullable(),
  createdAt: Micros,
})
export type SuiteRun = z.infer<typeof SuiteRun>

export const Suite = z.object({
  id: Id,
  name: z.string(),
  agent: Slug,
  /** The version that every run is compared with. */
  baselineVersion: z.int(),
  cases: z.int(),
  runs: z.int(),
  /** The comparison it was saved from. Null if deleted or unknown. */
  from: z.object({ id: Id, name: z.string() }).nullable(),
  createdAt: Micros,
})
export type Suite = z.infer<typeof Suite>

export const SuiteDetail = Suite.extend({
  /** The baseline is its only variant. */
  plan: ComparisonPlan,
  /** The newest 200, oldest first. */
  history: z.array(SuiteRun),
})
export type SuiteDetail = z.infer<typeof SuiteDetail>

const noSuchSuite = { NO_SUCH_SUITE: { status: 404, message: 'No such regression suite' } }
const suiteErrors = { ...commonErrors, ...noSuchSuite }

const notASuite = {
  NOT_A_SUITE: {
    status: 422,
    message: 'This comparison cannot become a regression suite',
    data: z.object({ reason: z.string() }),
  },
}

export const suites = {
  list: route('GET', '/suites', 'List regression suites by name')
    .input(z.strictObject({}))
    .errors(commonErrors)
    .output(z.array(Suite)),

  create: route(
    'POST',
    '/suites',
    'Save cases and evaluators of a comparison as a regression suite',
  )
    .input(
      z.strictObject({
        name,
        comparison: Id,
        /** Key of the variant that later versions of its agent are compared with. */
        variant: z.string(),
        /** For a bare prompt: the agent version created from it, which becomes the baseline. */
        promoted: z.strictObject({ agent: Slug, version: z.int().positive() }).optional(),
      }),
    )
    .errors({ ...commonErrors, ...noSuchComparison, ...notASuite })
    .output(SuiteDetail),

  get: route('GET', '/suites/{id}', 'Get a regression suite with its history')
    .input(byId)
    .errors(suiteErrors)
    .output(SuiteDetail),

  edit: route('PATCH', '/suites/{id}', 'Rename a suite or change its baseline')
    .input(
      z.strictObject({ id: Id, name: name.optional(), baselineVersion: z.int().min(1).optional() }),
    )
    .errors({ ...suiteErrors, ...notFound.version })
    .output(SuiteDetail),

  run: route('POST', '/suites/{id}/run', 'Run a version of the agent against the baseline')
    .input(
      z.strictObject({
        id: Id,
        version: RunVersion.default('published'),
        /** The primary metric. With latency, the baseline runs again too. */
        by: MetricId.optional(),
        /** Also reruns the baseline, whose results are reused otherwise. */
        rerun: z.boolean().default(false),
      }),
    )
    .errors({ ...suiteErrors, ...planErrors, ...noMetric, ...notFound.version })
    .output(SuiteRun),

  /** Stops its runs. `restore` brings the suite and its runs back for a day. */
  delete: route('DELETE', '/suites/{id}', 'Delete a suite with its runs; their traces stay')
    .input(byId)
    .errors(suiteErrors)
    .output(z.object({})),

  restore: route('POST', '/suites/{id}/restore', 'Restore a deleted suite with its runs')
    .input(byId)
    .errors(suiteErrors)
    .output(SuiteDetail),
}
