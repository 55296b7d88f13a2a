import * as z from 'zod'
import { Id, Micros } from './common.ts'
import { ComparisonExportFormat } from './comparisons.ts'
import { commonErrors } from './errors.ts'
import { route } from './route.ts'
import { SpanStatus } from './spans.ts'
import { Spending } from './spending.ts'

/** What was said of an experiment as a whole, by summary evaluators; passed is 1 and failed 0. */
export const ExperimentRemark = z.object({
  key: z.string(),
  score: z.number().nullable(),
  /** What it says besides a score, or instead of one. */
  value: z.string().nullable(),
  comment: z.string().nullable(),
})
export type ExperimentRemark = z.infer<typeof ExperimentRemark>

/** A project whose traces answered the examples of a dataset. */
export const Experiment = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  dataset: z.object({ id: Id, name: z.string() }),
  traces: z.int(),
  errors: z.int(),
  /** Means; null where nothing is known. */
  latencyMs: z.number().nullable(),
  /** Means over the newest score of each answer. If all scores lie between 0 and 1, an errored run counts as 0. */
  scores: z.array(z.object({ key: z.string(), count: z.int(), mean: z.number() })),
  /** How often each answer got each category, the most frequent first. */
  categories: z.array(
    z.object({
      key: z.string(),
      values: z.array(z.object({ value: z.string(), count: z.int() })),
    }),
  ),
  /** The newest of each key. */
  overall: z.array(ExperimentRemark),
  createdAt: Micros,
})
export type Experiment = z.infer<typeof Experiment>

/** A trace of an experiment: what it made of an example. */
export const ExperimentAnswer = z.object({
  experiment: Id,
  example: Id,
  traceId: Id,
  status: SpanStatus,
  /** The beginning of it, where it is long. */
  output: z.string(),
  error: z.string().nullable(),
  latencyMs: z.number().nullable(),
  tokens: z.int(),
  ...Spending.shape,
  /** The newest of each key; passed is 1 and failed 0. */
  scores: z.record(z.string(), z.number()),
  /** Categories that evaluators gave it, the newest of each key. */
  categories: z.record(z.string(), z.string()),
})
export type ExperimentAnswer = z.infer<typeof ExperimentAnswer>

/** One example on which two experiments were judged against each other. */
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
  /** As asked for, without those that are gone: the first is the baseline. */
  experiments: z.array(Experiment),
  /** In the order of the dataset, with the beginnings of what they say. */
  examples: z.array(z.object({ id: Id, inputs: z.string(), reference: z.string() })),
  answers: z.array(ExperimentAnswer),
  /** Traces beyond the most that are looked at. */
  leftOut: z.int(),
  votes: z.array(ExperimentVote),
  /** Those asked for that there are not, or not any more. */
  gone: z.array(Id),
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
    message: 'These are more than the 20,000 answers a file has room for: export fewer at once',
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

  /** One row an answer, whole, with each score and whom each judge of pairs preferred. */
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

  /** Its traces stay, and have no project then. For a day `restore` brings it back. */
  delete: route('DELETE', '/experiments/{id}', 'Delete an experiment; its traces stay')
    .input(z.strictObject({ id: Id }))
    .errors({ ...commonErrors, ...noSuchExperiment })
    .output(z.object({})),

  restore: route('POST', '/experiments/{id}/restore', 'Restore a deleted experiment')
    .input(z.strictObject({ id: Id }))
    .errors({ ...commonErrors, ...noSuchExperiment, ...nameTaken })
    .output(Experiment),
}
