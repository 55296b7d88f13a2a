import { addUsage, type JudgeEvaluator, noUsage, type PairwiseEvaluator } from '@lathe/contract'
import { addSpending, noSpending } from '@lathe/traces'
import { type Answer, askJudge } from './ask-judge.ts'
import { judgeGraph } from './judge-graph.ts'
import { promptName } from '../runner/run-cell.ts'
import { free, inVain, type JudgeContext, type Making } from './making.ts'
import { variablesOf } from './shown.ts'
import type { Outcome } from './verdicts.store.ts'

/** Asks a model by its own prompt; of a pair once in each order. */
export async function byJudge(
  context: JudgeContext,
  evaluator: JudgeEvaluator | PairwiseEvaluator,
  { comparisonId, shown, asked }: Making,
  signal: AbortSignal,
): Promise<Outcome> {
  const { judgeVerdict, noReference, pairVerdict, undecided } = await import('@lathe/evaluators')
  const graph = await judgeGraph(evaluator)
  const { output } = shown.result
  const baseline = shown.against?.output ?? null
  const orders =
    evaluator.kind === 'judge'
      ? [{ output }]
      : [
          { first: baseline, second: output },
          { first: output, second: baseline },
        ]
  const variables = await Promise.all(orders.map((outputs) => variablesOf(shown, outputs)))
  const absent = graph.document.input.find((name) => !(name in (variables[0] ?? {})))
  if (absent === 'reference') return { ...free, evaluation: noReference }
  if (absent !== undefined) {
    return {
      ...free,
      evaluation: undecided(`the case has no \`${absent}\` for the judge's prompt`),
    }
  }
  const { row } = shown
  const name = promptName('Judge', evaluator.model.name)
  const answers = await Promise.all(
    variables.map((each, index) =>
      askJudge(
        context,
        {
          runId: asked[index] ?? '',
          comparisonId,
          title: `Judge: ${row.name === '' ? row.key : row.name}`,
          graph,
          variables: each,
          metadata: { comparison: comparisonId, case: row.key, name },
        },
        signal,
      ),
    ),
  )
  const took = {
    usage: answers.reduce((sum, { usage }) => addUsage(sum, usage), noUsage),
    spent: answers.map(({ spent }) => spent).reduce(addSpending, noSpending),
  }
  const refused = answers.find((answer) => !answer.ok)
  if (refused && !refused.ok) return { ...inVain(refused.error), ...took }
  const [one = null, other = null] = answers.map(verdictIn)
  const evaluation =
    evaluator.kind === 'judge' ? judgeVerdict(evaluator, one) : pairVerdict(one, other)
  return { ...took, evaluation, isFailed: evaluation.status === 'undecided' }
}

const verdictIn = (answer: Answer) => (answer.ok ? answer.verdict : null)
