import type { CodeEvaluator, Evaluator } from '@lathe/contract'
import { byJudge } from './by-judge.ts'
import { bySimilarity } from './by-similarity.ts'
import { free, type JudgeContext, type Making } from './making.ts'
import { scopeOf } from './shown.ts'
import type { Outcome } from './verdicts.store.ts'

/** How many runs of a judge a verdict takes. */
export const runsFor = ({ kind }: Evaluator): number =>
  kind === 'pairwise' ? 2 : kind === 'judge' ? 1 : 0

/** Undefined of what is a mere rule or waits for a person. */
export async function makeVerdict(
  context: JudgeContext,
  evaluator: Evaluator,
  making: Making,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  switch (evaluator.kind) {
    case 'code':
      return byCode(context, evaluator, making, signal)
    case 'similarity':
      return bySimilarity(context, evaluator, making, signal)
    case 'judge':
    case 'pairwise':
      return byJudge(context, evaluator, making, signal)
    default:
      return undefined
  }
}

async function byCode(
  { runCode }: JudgeContext,
  { source, gives }: CodeEvaluator,
  { shown }: Making,
  signal: AbortSignal,
): Promise<Outcome> {
  const { codeVerdict, reasonText, undecided } = await import('@lathe/evaluators')
  const ran = await runCode(source, await scopeOf(shown), signal)
  signal.throwIfAborted()
  const evaluation = ran.ok
    ? codeVerdict({ gives }, ran.value)
    : undecided(reasonText(ran.error.message))
  return { ...free, evaluation }
}
