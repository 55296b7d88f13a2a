import { setTimeout as wait } from 'node:timers/promises'
import type { InterruptAnswer, Run, ToolDecision } from '@lathe/contract'
import type { ServerProcess } from '../server-process.ts'
import type { Counter } from './counter.ts'
import { send } from './charging-agent.ts'

const SETTLED_MS = 500

/**
 * Answers interrupts according to the counter's own records. Returns the number of calls that were
 * confirmed.
 */
export async function answerInterrupts(
  server: ServerProcess,
  { counts: read }: Counter,
): Promise<number> {
  const response = await server.call('GET', '/api/runs?status=interrupted&limit=200')
  const { items }: { items: Run[] } = await response.json()
  if (items.length === 0) return 0
  // Requests of a killed process may still be in flight.
  await wait(SETTLED_MS)
  const counts = await read()
  let asked = 0
  for (const { id, interrupts } of items) {
    const answers: Record<string, InterruptAnswer> = {}
    for (const interrupt of interrupts) {
      if (interrupt.kind !== 'approval') throw new Error(`Asked something else: ${interrupt.kind}`)
      const decisions = interrupt.calls.map(({ args }): ToolDecision => {
        const key = typeof args['key'] === 'string' ? args['key'] : ''
        asked += 1
        return counts[key] === undefined
          ? { type: 'approve' }
          : { type: 'respond', result: { charged: key } }
      })
      answers[interrupt.id] = { kind: 'approval', decisions }
    }
    await send(server, `/api/runs/${id}/resume`, { answers })
  }
  return asked
}
