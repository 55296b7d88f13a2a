import {
  addUsage,
  type Json,
  type JsonObject,
  type JudgeEvaluator,
  ZERO_USAGE,
  type PairwiseEvaluator,
  type RunError,
  type Spending,
  type Usage,
} from '@lathe/contract'
import { addSpending, noSpending } from '@lathe/traces'
import { judgeGraph, type JudgeGraph, VERDICT } from './judge-graph.ts'
import { type CellContext, environmentMetadata, launch, promptName } from '../runner/run-cell.ts'
import { free, inVain, type JudgeContext, type Making } from './making.ts'
import { variablesOf } from './shown.ts'
import type { Outcome } from './verdicts.store.ts'
import { DRAINING } from '../../platform/jobs/jobs.ts'
import { cancelRun, findRun } from '../../runs/api/runs.store.ts'

/**
 * Asks a judge model with the evaluator's own prompt. Asks about a pair once in each order to
 * cancel position bias.
 */
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
          metadata: {
            ...environmentMetadata(context),
            comparison: comparisonId,
            case: row.key,
            name,
          },
        },
        signal,
      ),
    ),
  )
  const took = {
    usage: answers.reduce((sum, { usage }) => addUsage(sum, usage), ZERO_USAGE),
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

type Question = {
  /** The judge's run. It may have started before a crash. */
  runId: string
  comparisonId: string
  title: string
  graph: JudgeGraph
  variables: JsonObject
  metadata: JsonObject
}

type Answer = { usage: Usage; spent: Spending } & (
  | { ok: true; verdict: Json }
  | { ok: false; error: RunError }
)

const GONE: RunError = {
  code: 'INTERNAL',
  message: "The judge's run was deleted",
  retryable: true,
}

/** Asks in a run of its own, so that the request is queued, traced and can be opened. */
async function askJudge(
  context: CellContext,
  question: Question,
  signal: AbortSignal,
): Promise<Answer> {
  const { db, executor, workspaceId } = context
  const { runId, comparisonId, graph, variables } = question
  if (!(await findRun(db, workspaceId, runId))) {
    const { title, metadata } = question
    const run = {
      id: runId,
      agentId: comparisonId,
      threadId: runId,
      version: null,
      graph,
      callees: {},
      source: 'judge' as const,
      title,
      input: Object.fromEntries(graph.document.input.map((name) => [name, variables[name] ?? ''])),
      budget: {},
      metadata,
      steering: {},
    }
    await launch(context, run, signal)
  }
  await executor.settled(runId, signal).catch(() => undefined)
  if (signal.aborted) {
    const isLeft = signal.reason === DRAINING
    if (!isLeft && (await cancelRun(db, workspaceId, runId))) executor.abort(runId)
    signal.throwIfAborted()
  }
  const run = await findRun(db, workspaceId, runId)
  const { usage, cost, pricedCost, unpriced } = run ?? { usage: ZERO_USAGE, ...noSpending }
  const spent = { cost, pricedCost, unpriced }
  if (run?.status !== 'success') return { ok: false, error: run?.error ?? GONE, usage, spent }
  return { ok: true, verdict: answerIn(run.output), usage, spent }
}

const answerIn = (output: Json): Json =>
  typeof output === 'object' && output !== null && !Array.isArray(output)
    ? (output[VERDICT] ?? null)
    : null
