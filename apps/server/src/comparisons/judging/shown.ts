import type { ComparisonCase, Json, JsonObject } from '@lathe/contract'
import type { CellResult } from '../../platform/db/tables/comparisons.ts'

/** The inputs of an evaluator. */
export type Shown = {
  row: Pick<ComparisonCase, 'key' | 'name' | 'input' | 'reference'>
  result: CellResult
  /** The baseline's result on the same case, for pairwise evaluators. */
  against?: CellResult | undefined
}

/** Returns the variables for a code evaluator. */
export async function scopeOf({
  row: { input, reference },
  result: { output, calls },
}: Shown): Promise<Record<string, Json>> {
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
export async function variablesOf(
  { row: { input, reference } }: Pick<Shown, 'row'>,
  outputs: Record<string, Json>,
): Promise<JsonObject> {
  const { formatInput, answerText, toText } = await import('@lathe/evaluators')
  const texts = Object.entries(input).map(([name, value]) => [name, formatInput(value)] as const)
  const said = Object.entries(outputs).map(([name, output]) => [name, answerText(output)])
  return {
    ...Object.fromEntries(texts),
    input: inputText(texts),
    ...(reference !== null && { reference: toText(reference) }),
    ...Object.fromEntries(said),
  }
}

/** A single value is shown as is; several values are labelled with their names. */
function inputText(texts: readonly (readonly [name: string, text: string])[]): string {
  const [only] = texts
  if (only && texts.length === 1) return only[1]
  return texts.map(([name, text]) => `${name}: ${text}`).join('\n')
}
