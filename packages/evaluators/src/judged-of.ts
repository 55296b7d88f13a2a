import type { Cell, Json } from '@lathe/contract'
import type { Judged } from './judged.ts'

type Finished = Pick<Cell, 'output' | 'calls' | 'latencyMs' | 'cost' | 'usage'> & {
  tape?: { served: number } | null
}

/** A finished cell as an evaluator is shown it. What a tape answered took neither time nor money. */
export function judgedOf(
  { output, calls, latencyMs, cost, usage, tape }: Finished,
  reference: Json,
): Judged {
  const isLive = (tape?.served ?? 0) === 0
  return {
    output,
    ...(reference !== null && { reference }),
    calls,
    latencyMs: isLive ? latencyMs : null,
    cost: isLive ? cost : null,
    tokens: usage ? usage.input + usage.output : 0,
  }
}
