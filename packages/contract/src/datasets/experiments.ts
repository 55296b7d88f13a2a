import * as z from 'zod'
import { Id, Micros } from '../common.ts'
import { ComparisonExportFormat } from '../comparisons/comparisons.ts'
import { commonErrors } from '../errors.ts'
import { route } from '../route.ts'
import { SpanStatus } from '../traces/spans.ts'
import { Spending } from '../traces/spending.ts'

/** Result of a summary evaluator on a whole experiment. Passed is 1 and failed 0. */
export const SummaryScore = z.object({
  key: z.string(),
  score: z.number().nullable(),
  /** A text, with or without a score. */
  value: z.string().nullable(),
  comment: z.string().nullable(),
})
export type SummaryScore = z.infer<typeof SummaryScore>

/** A project whose traces answer the examples of a dataset. */
export const Experiment = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  dataset: z.object({ id: Id, name: z.string() }),
  traces: z.int(),
  errors: z.int(),
  /** Means. Null if unknown. */
  latencyMs: z.number().nullable(),
  /**
   * Mean of the newest score of each answer. If all scores lie between 0 and 1, an errored run
   * counts as 0.
   */
  scores: z.array(z.object({ key: z.string(), count: z.int(), mean: z.number() })),
  /** Frequency of each category, most frequent first. */
  categories: z.array(
    z.object({
      key: z.string(),
      values: z.array(z.object({ value: z.string(), count: z.int() })),
    }),
  ),
  /** The newest result of each key. */
  overall: z.array(SummaryScore),
  createdAt: Micros,
})
export type Experiment = z.infer<typeof Experiment>

/** A trace of an experiment: its answer to one example. */
export const ExperimentAnswer = z.object({
  experiment: Id,
  example: Id,
  traceId: Id,
  status: SpanStatus,
  /** Truncated if long. */
  output: z.string(),
  error: z.string().nullable(),
  latencyMs: z.number().nullable(),
  tokens: z.int(),
  ...Spending.shape,
  /** The newest score of each key. Passed is 1 and failed 0. */
  scores: z.record(z.string(), z.number()),
  /** The newest category of each key. */
  categories: z.record(z.string(), z.string()),
})
export type ExperimentAnswer = z.infer<typeof ExperimentAnswer>

/** A pairwise judgment of two experiments on one example. */
export const ExperimentVote = z.object({
  key: z.string(),
  example: Id,
  first: Id,
  second: Id,
  winner: z.enum(['first', 'second', 'tie']),
})
export type ExperimentVote = z.infer<typeof ExperimentVote>

export const ExperimentResults = z.object({
  dataset: z.object({ id: Id, name: z.string() }),
  /** The requested experiments that exist. The first is the baseline. */
  experiments: z.array(Experiment),
  /** In the order of the dataset, truncated if long. */
  examples: z.array(z.object({ id: Id, inputs: z.string(), reference: z.string() })),
  answers: z.array(ExperimentAnswer),
  /** Number of traces above the limit, which are omitted. */
  omitted: z.int(),
  votes: z.array(ExperimentVote),
  /** Requested experiments that do not exist. */
  missing: z.array(Id),
})
export type ExperimentResults = z.infer<typeof ExperimentResults>

const noSuchExperiment = {
  NO_SUCH_EXPERIMENT: { status: 404, message: 'No such experiment' },
}
const otherDataset = {
  OTHER_DATASET: { status: 422, message: 'These experiments are on different datasets' },
}
const tooMany = {
  TOO_MANY_ANSWERS: {
    status: 422,
    message: 'The export exceeds 20,000 answers. Select fewer experiments',
  },
}
const nameTaken = {
  NAME_TAKEN: { status: 409, message: 'Another experiment or project has this name' },
}

export const experiments = {
  list: route('GET', '/experiments', 'List experiments of all datasets, newest first')
    .input(z.strictObject({ limit: z.coerce.number().int().min(1).max(500).default(200) }))
    .errors(commonErrors)
    .output(z.array(Experiment)),

  results: route('GET', '/experiments/results', 'Compare experiments example by example')
    .input(z.strictObject({ ids: z.array(Id).min(1).max(8) }))
    .errors({
      ...commonErrors,
      ...noSuchExperiment,
      ...otherDataset,
    })
    .output(ExperimentResults),

  /** One row per answer, untruncated, with each score and the choice of each pairwise judge. */
  export: route(
    'GET',
    '/experiments/results/export',
    'Export a comparison of experiments as a file',
  )
    .input(z.strictObject({ ids: z.array(Id).min(1).max(8), format: ComparisonExportFormat }))
    .errors({ ...commonErrors, ...noSuchExperiment, ...otherDataset, ...tooMany })
    .output(z.file()),

  edit: route('PATCH', '/experiments/{id}', 'Rename or describe an experiment')
    .input(
      z.strictObject({
        id: Id,
        name: z.string().trim().min(1).max(500).optional(),
        description: z.string().trim().max(2_000).optional(),
      }),
    )
    .errors({ ...commonErrors, ...noSuchExperiment, ...nameTaken })
    .output(Experiment),

  /** Its traces stay, without a project. `restore` brings it back for a day. */
  delete: route('DELETE', '/experiments/{id}', 'Delete an experiment; its traces stay')
    .input(z.strictObject({ id: Id }))
    .errors({ ...commonErrors, ...noSuchExperiment })
    .output(z.object({})),

  restore: route('POST', '/experiments/{id}/restore', 'Restore a deleted experiment')
    .input(z.strictObject({ id: Id }))
    .errors({ ...commonErrors, ...noSuchExperiment, ...nameTaken })
    .output(Experiment),
}
