import type { Evaluation, Evaluator, Json, RuleEvaluator } from '@lathe/contract'
import { describeIssues, schemaIssues } from '@lathe/graph'
import { codeProblem } from './code.ts'
import { judgeLimit, judgeSimilarity } from './figures.ts'
import { failed, type Judged } from './judged.ts'
import { partAt, saidPart } from './part.ts'
import { judgeContains, judgeExact, judgeRegex, patternProblem } from './texts.ts'
import { judgeTrajectory } from './trajectory.ts'
import { judgeNumber, judgeSchema } from './values.ts'

type OfPart = Extract<RuleEvaluator, { path?: string | undefined }>

function judgePart(evaluator: OfPart, part: Json, reference: Json | undefined): Evaluation {
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

/** Never throws: what cannot be judged is `undecided`, with the reason. */
export function evaluate(evaluator: RuleEvaluator, judged: Judged): Evaluation {
  switch (evaluator.kind) {
    case 'trajectory':
      return judgeTrajectory(evaluator, judged.calls)
    case 'limit':
      return judgeLimit(evaluator, judged)
    case 'similarity':
      return judgeSimilarity(evaluator, judged)
    default:
      return evaluator.path === undefined
        ? judgeSaid(evaluator, judged)
        : judgeAt(evaluator.path, evaluator, judged)
  }
}

function judgeAt(path: string, evaluator: OfPart, { output, reference }: Judged): Evaluation {
  const part = partAt(output, path)
  return part === undefined
    ? failed(`the output has nothing at ${path}`)
    : judgePart(evaluator, part, reference)
}

/** A run with one output is judged by that. What speaks of objects may also mean the output with its name. */
function judgeSaid(evaluator: OfPart, { output, reference }: Judged): Evaluation {
  const said = saidPart(output)
  const judgement = judgePart(evaluator, said, reference)
  if (judgement.status !== 'failed' || said === output || !meansNames(evaluator, output))
    return judgement
  const whole = judgePart(evaluator, output, reference)
  return whole.status === 'passed' ? whole : judgement
}

/** Any output with its name is an object: of a schema only one that speaks of the name means that one. */
function meansNames(evaluator: OfPart, output: Json): boolean {
  if (evaluator.kind !== 'json-schema') return evaluator.kind === 'exact'
  const names = typeof output === 'object' && output !== null ? Object.keys(output) : []
  const schema = JSON.stringify(evaluator.schema)
  return names.some((name) => schema.includes(JSON.stringify(name)))
}

/** What its shape does not show to be wrong with an evaluator; undefined when it can judge. */
export function evaluatorProblem(evaluator: Evaluator): string | undefined {
  if (evaluator.kind === 'similarity' && !evaluator.embedding) return 'choose an embedding model'
  if (evaluator.kind === 'regex') return patternProblem(evaluator)
  if (evaluator.kind === 'code') return codeProblem(evaluator)
  if (evaluator.kind !== 'json-schema') return undefined
  const issues = schemaIssues(evaluator.schema)
  return issues.length === 0 ? undefined : describeIssues(issues)
}

export type MereRule = Exclude<RuleEvaluator, { kind: 'similarity' }>

/** Judged whenever it is looked at; the others ask a model, run code or wait for a person, and are kept. */
export const isMereRule = (evaluator: Evaluator): evaluator is MereRule =>
  !['similarity', 'code', 'judge', 'pairwise', 'human'].includes(evaluator.kind)
