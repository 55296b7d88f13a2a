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
import {
  cancelLiveRun,
  environmentMetadata,
  launchRun,
  promptName,
  type RunContext,
} from '../runner/launch-run.ts'
import {
  type EvaluationContext,
  type EvaluatorInput,
  failedOutcome,
  freeOutcome,
  judgeVariables,
} from './evaluator-input.ts'
import type { Outcome } from './verdicts.store.ts'
import { DRAINING } from '../../platform/jobs/jobs.ts'
import { findRun } from '../../runs/api/runs.store.ts'

/**
 * Asks a judge model with the evaluator's own prompt. Asks about a pair once in each order to
 * cancel position bias.
 */
export async function runJudge(
  context: EvaluationContext,
  evaluator: JudgeEvaluator | PairwiseEvaluator,
  { comparisonId, subject, judgeRunIds }: EvaluatorInput,
  signal: AbortSignal,
): Promise<Outcome> {
  const { judgeVerdict, noReference, pairVerdict, undecided } = await import('@lathe/evaluators')
  const graph = await judgeGraph(evaluator)
  const { output } = subject.result
  const baseline = subject.baselineResult?.output ?? null
  const orders =
    evaluator.kind === 'judge'
      ? [{ output }]
      : [
          { first: baseline, second: output },
          { first: output, second: baseline },
        ]
  const variables = await Promise.all(orders.map((outputs) => judgeVariables(subject, outputs)))
  const missingVariable = graph.document.input.find((name) => !(name in (variables[0] ?? {})))
  if (missingVariable === 'reference') return { ...freeOutcome, evaluation: noReference }
  if (missingVariable !== undefined) {
    return {
      ...freeOutcome,
      evaluation: undecided(`the case has no \`${missingVariable}\` for the judge's prompt`),
    }
  }
  const { case: planCase } = subject
  const name = promptName('Judge', evaluator.model.name)
  const answers = await Promise.all(
    variables.map((orderVariables, index) =>
      askJudge(
        context,
        {
          runId: judgeRunIds[index] ?? '',
          comparisonId,
          title: `Judge: ${planCase.name === '' ? planCase.key : planCase.name}`,
          graph,
          variables: orderVariables,
          metadata: {
            ...environmentMetadata(context),
            comparison: comparisonId,
            case: planCase.key,
            name,
          },
        },
        signal,
      ),
    ),
  )
  const costs = {
    usage: answers.reduce((sum, { usage }) => addUsage(sum, usage), ZERO_USAGE),
    spending: answers.map(({ spending }) => spending).reduce(addSpending, noSpending),
  }
  const failure = answers.find((answer) => !answer.ok)
  if (failure && !failure.ok) return { ...failedOutcome(failure.error), ...costs }
  const [first = null, second = null] = answers.map(parseVerdict)
  const evaluation =
    evaluator.kind === 'judge' ? judgeVerdict(evaluator, first) : pairVerdict(first, second)
  return { ...costs, evaluation, isFailed: evaluation.status === 'undecided' }
}

const parseVerdict = (answer: Answer) => (answer.ok ? answer.verdict : null)

type Question = {
  /** The judge's run. It may have started before a crash. */
  runId: string
  comparisonId: string
  title: string
  graph: JudgeGraph
  variables: JsonObject
  metadata: JsonObject
}

type Answer = { usage: Usage; spending: Spending } & (
  | { ok: true; verdict: Json }
  | { ok: false; error: RunError }
)

const RUN_DELETED: RunError = {
  code: 'INTERNAL',
  message: "The judge's run was deleted",
  retryable: true,
}

/** Asks in a run of its own, so that the request is queued, traced and can be opened. */
async function askJudge(
  context: RunContext,
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
      calledAgents: {},
      source: 'judge' as const,
      title,
      input: Object.fromEntries(graph.document.input.map((name) => [name, variables[name] ?? ''])),
      budget: {},
      metadata,
      options: {},
    }
    await launchRun(context, run, signal)
  }
  await executor.waitUntilSettled(runId, signal).catch(() => undefined)
  if (signal.aborted) {
    if (signal.reason !== DRAINING) await cancelLiveRun(context, runId)
    signal.throwIfAborted()
  }
  const run = await findRun(db, workspaceId, runId)
  const { usage, cost, pricedCost, unpriced } = run ?? { usage: ZERO_USAGE, ...noSpending }
  const spending = { cost, pricedCost, unpriced }
  if (run?.status !== 'success')
    return { ok: false, error: run?.error ?? RUN_DELETED, usage, spending }
  return { ok: true, verdict: readAnswer(run.output), usage, spending }
}

const readAnswer = (output: Json): Json =>
  typeof output === 'object' && output !== null && !Array.isArray(output)
    ? (output[VERDICT] ?? null)
    : null
