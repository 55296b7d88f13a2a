import {
  type ComparisonCase,
  type Json,
  type JsonObject,
  ZERO_USAGE,
  type RunError,
} from '@lathe/contract'
import { noSpending } from '@lathe/traces'
import type { CellResult } from '../../platform/db/tables/comparisons.ts'
import type { ComparisonServices } from '../context.ts'
import type { RunContext } from '../runner/launch-run.ts'
import type { Outcome } from './verdicts.store.ts'

export type EvaluationContext = RunContext &
  Pick<ComparisonServices, 'embed' | 'prices' | 'runCode'>

/** The output that an evaluator judges. */
export type EvaluationSubject = {
  case: Pick<ComparisonCase, 'key' | 'name' | 'input' | 'reference'>
  result: CellResult
  /** The baseline's result on the same case, for pairwise evaluators. */
  baselineResult?: CellResult | undefined
}

export type EvaluatorInput = {
  comparisonId: string
  subject: EvaluationSubject
  /** Ids of the judge's runs. They may have started before a crash. */
  judgeRunIds: readonly string[]
}

export const freeOutcome = { isFailed: false, usage: ZERO_USAGE, spending: noSpending }

/** A failed judge request must not count as a failed output. */
export const failedOutcome = (error: RunError): Outcome => {
  const sentences = [error.message.replace(/\.$/, ''), authorHint(error)?.replace(/\.$/, '')]
  return {
    ...freeOutcome,
    isFailed: true,
    evaluation: {
      status: 'undecided',
      reason: `no verdict: ${sentences.filter(Boolean).join('. ')}`,
    },
  }
}

/** Authors cannot change the verdict's schema, so the hint names what they can change. */
const authorHint = ({ code, hint }: RunError) =>
  code === 'BAD_RESPONSE'
    ? 'Describe the answer format in its prompt, or choose a stronger model.'
    : hint

/** Returns the variables for a code evaluator. */
export async function codeVariables({
  case: { input, reference },
  result: { output, calls },
}: EvaluationSubject): Promise<Record<string, Json>> {
  const { answerText } = await import('@lathe/evaluators')
  return {
    output,
    said: answerText(output),
    reference,
    input,
    calls: calls.map((call) => ({ ...call })),
  }
}

/** Returns the variables for a judge's prompt. */
export async function judgeVariables(
  { case: { input, reference } }: EvaluationSubject,
  outputs: Record<string, Json>,
): Promise<JsonObject> {
  const { formatInput, answerText, toText } = await import('@lathe/evaluators')
  const inputTexts = Object.entries(input).map(
    ([name, value]) => [name, formatInput(value)] as const,
  )
  const answers = Object.entries(outputs).map(([name, output]) => [name, answerText(output)])
  return {
    ...Object.fromEntries(inputTexts),
    input: labelInputs(inputTexts),
    ...(reference !== null && { reference: toText(reference) }),
    ...Object.fromEntries(answers),
  }
}

/** A single value is shown as is; several values are labelled with their names. */
function labelInputs(inputs: readonly (readonly [name: string, text: string])[]): string {
  const [first] = inputs
  if (first && inputs.length === 1) return first[1]
  return inputs.map(([name, text]) => `${name}: ${text}`).join('\n')
}
