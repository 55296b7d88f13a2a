import { type CodeEvaluator, type Evaluator, ZERO_USAGE } from '@lathe/contract'
import { v7 } from 'uuid'
import { fromJson, toJson } from '../../platform/db/json.ts'
import { DRAINING } from '../../platform/jobs/jobs.ts'
import { type EvaluationTask, evaluatorVersion } from './evaluation-tasks.ts'
import {
  codeVariables,
  type EvaluationContext,
  type EvaluatorInput,
  freeOutcome,
} from './evaluator-input.ts'
import { runJudge } from './judge.ts'
import { measureSimilarity } from './similarity.ts'
import {
  completeVerdict,
  deleteVerdict,
  findReusableVerdict,
  findVerdict,
  insertVerdict,
  type Outcome,
} from './verdicts.store.ts'

/**
 * Completes a verdict: reuses the verdict of another comparison, continues the judge runs that a
 * crash interrupted, or runs the evaluator. Does nothing if it is complete or another process has
 * claimed it.
 */
export async function runEvaluation(
  context: EvaluationContext,
  { evaluator, key, subject, canReuse }: EvaluationTask,
  signal: AbortSignal,
): Promise<void> {
  const { db } = context
  const stored = await findVerdict(db, key)
  if (stored && stored.status !== 'asking') return
  const version = evaluatorVersion(evaluator)
  const source = canReuse && !stored ? await findReusableVerdict(db, key) : undefined
  if (source) {
    const { status, asked, evaluation } = source
    const reused = { status, asked, evaluation, version, is_reused: 1, usage: toJson(ZERO_USAGE) }
    await insertVerdict(db, key, reused)
    return
  }
  const judgeRunIds = stored
    ? fromJson(stored.asked)
    : Array.from({ length: countJudgeRuns(evaluator) }, () => v7())
  if (!stored && !(await insertVerdict(db, key, { version, asked: toJson(judgeRunIds) }))) return
  const input = { comparisonId: key.comparison_id, subject, judgeRunIds }
  try {
    const outcome = await runEvaluator(context, evaluator, input, signal)
    if (outcome) await completeVerdict(db, key, outcome)
  } catch (error) {
    if (signal.reason !== DRAINING) await deleteVerdict(db, key)
    if (!signal.aborted) throw error
  }
}

const countJudgeRuns = ({ kind }: Evaluator): number =>
  kind === 'pairwise' ? 2 : kind === 'judge' ? 1 : 0

/** Returns undefined for rules and human evaluators. */
async function runEvaluator(
  context: EvaluationContext,
  evaluator: Evaluator,
  input: EvaluatorInput,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  switch (evaluator.kind) {
    case 'code':
      return runCodeEvaluator(context, evaluator, input, signal)
    case 'similarity':
      return measureSimilarity(context, evaluator, input, signal)
    case 'judge':
    case 'pairwise':
      return runJudge(context, evaluator, input, signal)
    default:
      return undefined
  }
}

async function runCodeEvaluator(
  { runCode }: EvaluationContext,
  { source, gives }: CodeEvaluator,
  { subject }: EvaluatorInput,
  signal: AbortSignal,
): Promise<Outcome> {
  const { codeVerdict, reasonText, undecided } = await import('@lathe/evaluators')
  const returned = await runCode(source, await codeVariables(subject), signal)
  signal.throwIfAborted()
  const evaluation = returned.ok
    ? codeVerdict({ gives }, returned.value)
    : undecided(reasonText(returned.error.message))
  return { ...freeOutcome, evaluation }
}
