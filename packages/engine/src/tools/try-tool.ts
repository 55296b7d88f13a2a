import type { JsonObject, ToolTrial } from '@lathe/contract'
import { v7 as uuidv7 } from 'uuid'
import { toRunError } from '../errors/lathe-error.ts'
import { toLatheError } from '../errors/to-lathe-error.ts'
import { outsideScope } from '../fetch/outside.ts'
import { callTool } from './call-tool.ts'
import type { ToolContext, ToolDefinition } from './definition.ts'

export type TrialOptions = Pick<
  ToolContext,
  'fetch' | 'sandbox' | 'store' | 'memoryPrefix' | 'search' | 'media' | 'signal'
> & {
  timeoutMs: number
}

/** A call outside any run: nothing of it is kept. */
export async function tryTool(
  tool: ToolDefinition,
  args: JsonObject,
  { timeoutMs, ...context }: TrialOptions,
): Promise<ToolTrial> {
  const began = performance.now()
  const tookMs = () => Math.round((performance.now() - began) * 100) / 100
  const world = { now: Date.now(), seed: uuidv7() }
  try {
    const scope = outsideScope()
    const result = await callTool(tool, args, { world, ...context }, { scope, timeoutMs })
    return { ok: true, result, durationMs: tookMs() }
  } catch (error) {
    return { ok: false, error: toRunError(toLatheError(error)), durationMs: tookMs() }
  }
}
