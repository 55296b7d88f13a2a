import type { Evaluation, Evaluator, Json, RuleEvaluator } from '@lathe/contract'
import { describeIssues, schemaIssues } from '@lathe/graph'
import { codeProblem } from './code.ts'
import { judgeLimit, judgeSimilarity } from './figures.ts'
import { failed, type EvaluatedRun } from './evaluated-run.ts'
import { partAt, answerPart } from './part.ts'
import { judgeContains, judgeExact, judgeRegex, patternProblem } from './texts.ts'
import { judgeTrajectory } from './trajectory.ts'
import { judgeNumber, judgeSchema } from './values.ts'

type PartEvaluator = Extract<RuleEvaluator, { path?: string | undefined }>

function judgePart(evaluator: PartEvaluator, part: Json, reference: Json | undefined): Evaluation {
  switch (evaluator.kind) {
    case 'exact':
      return judgeExact(evaluator, part, reference)
    case 'contains':
      return judgeContains(evaluator, part, reference)
    case 'regex':
      return judgeRegex(evaluator, part)
    case 'json-schema':
      return judgeSchema(evaluator, part)
    default:
      return judgeNumber(evaluator, part, reference)
  }
}

/**
 * Evaluates a run. Never throws: an output that cannot be judged is `undecided`, with the reason.
 */
export function evaluate(evaluator: RuleEvaluator, run: EvaluatedRun): Evaluation {
  switch (evaluator.kind) {
    case 'trajectory':
      return judgeTrajectory(evaluator, run.calls)
    case 'limit':
      return judgeLimit(evaluator, run)
    case 'similarity':
      return judgeSimilarity(evaluator, run)
    default:
      return evaluator.path === undefined
        ? judgeAnswer(evaluator, run)
        : judgeAt(evaluator.path, evaluator, run)
  }
}

function judgeAt(
  path: string,
  evaluator: PartEvaluator,
  { output, reference }: EvaluatedRun,
): Evaluation {
  const part = partAt(output, path)
  return part === undefined
    ? failed(`the output has nothing at ${path}`)
    : judgePart(evaluator, part, reference)
}

/**
 * A run with one output is judged by its value. If that fails, the evaluator may mean the whole
 * output object.
 */
function judgeAnswer(evaluator: PartEvaluator, { output, reference }: EvaluatedRun): Evaluation {
  const answer = answerPart(output)
  const judgement = judgePart(evaluator, answer, reference)
  if (judgement.status !== 'failed' || answer === output || !namesOutputs(evaluator, output))
    return judgement
  const wholeJudgement = judgePart(evaluator, output, reference)
  return wholeJudgement.status === 'passed' ? wholeJudgement : judgement
}

/** A schema means the whole output object only if it mentions an output's name. */
function namesOutputs(evaluator: PartEvaluator, output: Json): boolean {
  if (evaluator.kind !== 'json-schema') return evaluator.kind === 'exact'
  const names = typeof output === 'object' && output !== null ? Object.keys(output) : []
  const schema = JSON.stringify(evaluator.schema)
  return names.some((name) => schema.includes(JSON.stringify(name)))
}

/** Returns why an evaluator that passed validation cannot judge. Undefined if it can. */
export function evaluatorProblem(evaluator: Evaluator): string | undefined {
  if (evaluator.kind === 'similarity' && !evaluator.embedding) return 'choose an embedding model'
  if (evaluator.kind === 'regex') return patternProblem(evaluator)
  if (evaluator.kind === 'code') return codeProblem(evaluator)
  if (evaluator.kind !== 'json-schema') return undefined
  const issues = schemaIssues(evaluator.schema)
  return issues.length === 0 ? undefined : describeIssues(issues)
}

export type InstantRule = Exclude<RuleEvaluator, { kind: 'similarity' }>

/**
 * Whether the result is recomputed on each read. Other evaluators call a model, run code or wait
 * for a person, so their results are stored.
 */
export const isInstantRule = (evaluator: Evaluator): evaluator is InstantRule =>
  !['similarity', 'code', 'judge', 'pairwise', 'human'].includes(evaluator.kind)
