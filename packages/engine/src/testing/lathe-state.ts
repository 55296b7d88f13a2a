import type { CalledAgents, GraphDocument, InterruptAnswer, Json } from '@lathe/contract'
import { toJson } from '../record/to-json.ts'
import { runRequest, type startHarness } from './run-harness.ts'

type Lathe = Pick<Awaited<ReturnType<typeof startHarness>>, 'run' | 'saver'>

/**
 * Returns the document's channels after a run, with each pause answered in order and messages
 * without ids.
 */
export async function stateOf(
  { run, saver }: Lathe,
  document: GraphDocument,
  input: Record<string, Json>,
  answers: readonly InterruptAnswer[] = [],
  calledAgents: CalledAgents = {},
): Promise<Record<string, Json>> {
  const request = runRequest(document, input, { calledAgents })
  let { outcome } = await run(request)
  for (const answer of answers) {
    if (outcome.type !== 'interrupted')
      throw new Error(`It ended early: ${JSON.stringify(outcome)}`)
    const given = Object.fromEntries(outcome.interrupts.map(({ id }) => [id, answer]))
    ;({ outcome } = await run({
      ...request,
      attempt: request.attempt + 1,
      start: { type: 'answers', answers: given },
    }))
  }
  if (outcome.type !== 'success') throw new Error(`It did not end well: ${JSON.stringify(outcome)}`)
  const kept = await saver.getTuple({ configurable: { thread_id: request.threadId } })
  const values = Object.entries(kept?.checkpoint.channel_values ?? {})
  return Object.fromEntries(
    values
      .filter(([name]) => name in document.state && !document.state[name]?.untracked)
      .map(([name, value]) => [name, withoutIds(toJson(value))]),
  )
}

/** Message ids differ between runs. */
function withoutIds(value: Json): Json {
  if (!Array.isArray(value)) return value
  return value.map((item) => {
    if (typeof item !== 'object' || item === null || !('role' in item)) return item
    const { id: _, ...rest } = item as Record<string, Json>
    return rest
  })
}
