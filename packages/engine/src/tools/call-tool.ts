import { setTimeout as wait } from 'node:timers/promises'
import type { Json, JsonObject, ToolTestResult } from '@lathe/contract'
import { describeIssues, validateJson } from '@lathe/graph'
import { v7 as uuidv7 } from 'uuid'
import { fromRunError, LatheError, toRunError } from '../errors/lathe-error.ts'
import { toLatheError } from '../errors/to-lathe-error.ts'
import { fingerprint } from '../fetch/fingerprint.ts'
import { type CallScope, createOutsideScope } from '../fetch/request.ts'
import { systemClock } from '../record/clock.ts'
import type { RecordingKey } from '../replay/recording.ts'
import { serveTool } from '../replay/serve.ts'
import type { ToolContext, ToolDefinition } from './definition.ts'

type ToolCallOptions = {
  scope: CallScope
  timeoutMs: number
}

/**
 * Runs a tool and records it as an exchange, or serves the recording. Failures are `LatheError`s
 * whose message is written for the calling model.
 */
export async function callTool(
  tool: ToolDefinition,
  args: JsonObject,
  context: ToolContext,
  { scope, timeoutMs }: ToolCallOptions,
): Promise<Json> {
  const { address, replay } = scope
  const print = fingerprint({ tool: tool.name, args })
  const key: RecordingKey = { kind: 'tool', name: tool.name, address, fingerprint: print }
  const startedAt = systemClock.now()
  const began = performance.now()
  const record = (result: Json, error: LatheError | null) =>
    scope.record({
      ...key,
      attempt: 1,
      startedAt,
      durationMs: Math.round((performance.now() - began) * 100) / 100,
      error: error && toRunError(error),
      content: { type: 'call', request: args, result },
    })

  const recorded =
    replay && (await orCutOff(() => serveTool(replay, key, tool, args), scope, context))
  if (recorded) {
    scope.record({ ...key, ...recorded, attempt: 1, startedAt })
    const { error } = recorded
    if (error) await orCutOff(() => Promise.reject(fromRunError(error)), scope, context)
    return recorded.content.type === 'call' ? recorded.content.result : null
  }
  try {
    const result = await run(tool, args, context, tool.timeoutMs ?? timeoutMs)
    record(result, null)
    return result
  } catch (thrown) {
    const error = toolError(tool.name, thrown, context.signal)
    record(null, error)
    throw error
  }
}

/** A recorded call that a failing sibling cut off ends when that happens again. */
async function orCutOff<T>(
  serve: () => T,
  scope: CallScope,
  { signal }: ToolContext,
): Promise<Awaited<T>> {
  try {
    return await serve()
  } catch (error) {
    const { code } = toLatheError(error)
    if (code !== 'RECORDING_MISS' && code !== 'ABORTED') throw error
    await scope.waitForCancellation(signal)
    signal.throwIfAborted()
    throw error
  }
}

async function run(
  tool: ToolDefinition,
  args: JsonObject,
  context: ToolContext,
  timeoutMs: number,
): Promise<Json> {
  const issues = validateJson(tool.schema, args)
  if (issues.length > 0) {
    throw new LatheError(
      'TOOL_ERROR',
      `The arguments do not fit ${tool.name}: ${describeIssues(issues)}`,
    )
  }
  const timeout = new AbortController()
  const signal = AbortSignal.any([context.signal, timeout.signal])
  signal.throwIfAborted()
  try {
    // A tool that ignores its signal is abandoned.
    return await Promise.race([
      Promise.resolve(tool.run(args, { ...context, signal })),
      overTime(tool.name, timeoutMs, signal),
    ])
  } finally {
    timeout.abort()
  }
}

async function overTime(name: string, timeoutMs: number, signal: AbortSignal): Promise<never> {
  await wait(timeoutMs, undefined, { signal, ref: false })
  throw new LatheError('TIMEOUT', `The tool ${name} took longer than ${timeoutMs} ms`, {
    retryable: true,
    hint: 'Request less, or raise the time limit of tools.',
  })
}

function toolError(name: string, thrown: unknown, signal: AbortSignal): LatheError {
  const error = toLatheError(signal.aborted ? signal.reason : thrown)
  if (error.code !== 'INTERNAL') return error
  return new LatheError('TOOL_ERROR', error.message, {
    hint: `The tool ${name} failed: see its arguments on the trace.`,
    cause: thrown,
  })
}

type TrialOptions = Pick<
  ToolContext,
  'fetch' | 'sandbox' | 'store' | 'memoryPrefix' | 'search' | 'media' | 'signal'
> & {
  timeoutMs: number
}

/** Runs a tool outside any run. Nothing is recorded. */
export async function tryTool(
  tool: ToolDefinition,
  args: JsonObject,
  { timeoutMs, ...context }: TrialOptions,
): Promise<ToolTestResult> {
  const began = performance.now()
  const elapsedMs = () => Math.round((performance.now() - began) * 100) / 100
  const clockAndSeed = { now: Date.now(), seed: uuidv7() }
  try {
    const scope = createOutsideScope()
    const result = await callTool(tool, args, { clockAndSeed, ...context }, { scope, timeoutMs })
    return { ok: true, result, durationMs: elapsedMs() }
  } catch (error) {
    return { ok: false, error: toRunError(toLatheError(error)), durationMs: elapsedMs() }
  }
}
