import type { JsonObject } from '@lathe/contract'
import type { Context } from '../../../api/context.ts'
import type { RunFacts } from '../stream/run-view.ts'
import { translateRun } from '../stream/translate-run.ts'
import { followRun } from './follow-run.ts'

/** Returns the last state of a run with its interrupts or error. */
export async function waitForRun(
  context: Context,
  facts: RunFacts,
  { after, signal }: { after: number; signal: AbortSignal },
): Promise<JsonObject> {
  const translation = translateRun(facts, { modes: ['values'], subgraphs: false })
  let last: JsonObject = facts.base
  for await (const event of followRun(context, { runId: facts.runId, after, signal })) {
    for (const frame of translation.frames(event)) {
      const data = frame.data as JsonObject
      last = frame.event === 'error' ? { ...last, __error__: data } : data
    }
  }
  return last
}
