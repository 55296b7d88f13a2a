import type { BaseMessage } from '@langchain/core/messages'
import type { BaseStore } from '@langchain/langgraph-checkpoint'
import type { Json, ToolCall } from '@lathe/contract'
import type { NodeCall, RuntimeTool } from '@lathe/graph/compile'
import type { EgressFetch } from '../../egress/egress.ts'
import { LatheError } from '../../errors/lathe-error.ts'
import type { ModelAccess } from '../../fetch/pipeline.ts'
import { toJson, toMessage } from '../../record/to-json.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { callTool } from '../../tools/call-tool.ts'
import type { ToolDefinition } from '../../tools/definition.ts'
import { memoryPrefix } from '../../tools/memory.ts'
import { toSpanFailure, toFailure } from '../failure.ts'
import { runPorts } from '../ports.ts'
import { nodeLocation } from '../run-node.ts'
import { getScope, scopeContext, type Scope, scopeAt } from '../scope.ts'
import { type WriteLog, writeOnce } from '../write-once.ts'
import { type FindDocuments, createToolSearches } from './collection-search.ts'
import { createMediaCalls, noteSounds, soundNamed } from './media-calls.ts'
import { getClockAndSeed } from './clock-and-seed.ts'

type ToolAccess = {
  fetch: EgressFetch
  sandbox: Sandbox
  timeoutMs: number
  models?: ModelAccess | undefined
  retrieve?: FindDocuments | undefined
  /** Bypasses LangGraph, which polls its store a thousand times per second. */
  store?: ((workspaceId: string) => BaseStore) | undefined
  writes: ((workspaceId: string) => WriteLog) | undefined
}

/** Wraps a tool so that each call is a span with arguments and result. */
export function recordedTool(tool: ToolDefinition, access: ToolAccess): RuntimeTool {
  const { fetch, sandbox, timeoutMs, retrieve, models } = access
  const { name, description, schema, effect } = tool
  return {
    name,
    description,
    schema,
    effect,
    async run(args, nodeCall) {
      const { toolCallId, config } = nodeCall
      const outer = scopeAt(getScope(), nodeCall)
      const { run, node } = outer
      if (effect !== 'pure') await run.saves.beforeSpending()
      const { span, event } = startToolSpan(outer, { id: toolCallId, name, args })
      const writeLog = effect === 'write' ? access.writes?.(run.request.workspaceId) : undefined
      try {
        const signal = config.signal ?? run.controller.signal
        const scope = { ...outer, span }
        const calls = models && createMediaCalls(scope, { name, args }, models)
        const searches = createToolSearches(scope, { name, args }, retrieve)
        const call = async () => {
          const clockAndSeed = getClockAndSeed(run, node)
          const { search } = searches
          const store = access.store?.(run.request.workspaceId) ?? null
          const sounds = (sound: string) => soundNamed(run, sound)
          const prefix = memoryPrefix(run.request.metadata)
          const context = {
            clockAndSeed,
            fetch,
            sandbox,
            store,
            memoryPrefix: prefix,
            search,
            sounds,
            signal,
          }
          const fullContext = calls ? { ...context, media: calls.media } : context
          return callTool(tool, args, fullContext, {
            scope: runPorts.begin('tool', name),
            timeoutMs,
          })
        }
        const result = await run.unwinding
          .track(
            scopeContext.run(scope, () => {
              return writeLog ? writeOnce(writeLog, scope, { tool, args, nodeCall }, call) : call()
            }),
          )
          .finally(() => {
            searches.complete()
            calls?.complete()
          })
        noteSounds(run, result)
        run.recorder.end(span, { status: 'success', outputs: toJson(result) })
        run.recorder.event({ ...event, phase: 'end', result })
        return result
      } catch (thrown) {
        const isStopping = run.stop !== null || config.signal?.aborted === true
        const { status, error } = toSpanFailure(thrown, isStopping, node.path)
        run.recorder.end(span, { status, error })
        run.recorder.event({ ...event, phase: 'error', ...(error && { error }) })
        throw thrown
      }
    },
  }
}

/**
 * Records the call of a tool that is a graph. It has no exchange of its own, because its inner
 * calls have.
 */
export async function recordWithin(
  call: ToolCall,
  nodeCall: NodeCall,
  execute: () => Promise<Json>,
): Promise<Json> {
  const outer = scopeAt(getScope(), nodeCall)
  const { run, node } = outer
  const { span, event } = startToolSpan(outer, call)
  const inner = { ...node, path: `${node.path}/${call.name}` }
  try {
    const result = await run.unwinding.track(
      scopeContext.run({ ...outer, node: inner, span, path: inner.path }, execute),
    )
    run.recorder.end(span, { status: 'success', outputs: toJson(result) })
    run.recorder.event({ ...event, phase: 'end', result })
    return result
  } catch (thrown) {
    const isStopping = run.stop !== null || nodeCall.config.signal?.aborted === true
    const { status, error } = toSpanFailure(thrown, isStopping, node.path)
    run.recorder.end(span, { status, error })
    run.recorder.event({ ...event, phase: 'error', ...(error && { error }) })
    throw thrown
  }
}

/** Records a call that no tool can take as a failed tool call. */
export function recordRefusal(call: ToolCall, reason: string, nodeCall: NodeCall): void {
  const outer = scopeAt(getScope(), nodeCall)
  const { recorder } = outer.run
  const { span, event } = startToolSpan(outer, call)
  const error = toFailure(new LatheError('TOOL_ERROR', reason), outer.node.path)
  recorder.end(span, { status: 'error', error })
  recorder.event({ ...event, phase: 'error', error })
}

/**
 * Reports a tool result to readers of the run before its node ends, which is only after the model's
 * next turn.
 */
export function reportMessage(message: BaseMessage, call: NodeCall): void {
  const { run, node } = scopeAt(getScope(), call)
  const body = { ...nodeLocation(node), spanId: null, message: toMessage(message) }
  run.recorder.event({ type: 'message', ...body })
}

function startToolSpan({ run, node }: Scope, { id, name, args }: ToolCall) {
  const span = run.recorder.start({
    kind: 'tool',
    name,
    parentId: node.span.id,
    node: node.path,
    superstep: node.superstep,
    inputs: args,
    metadata: { toolCallId: id },
  })
  const event = {
    type: 'tool-call',
    ...nodeLocation(node),
    spanId: span.id,
    toolCallId: id,
    name,
  } as const
  run.recorder.event({ ...event, phase: 'start', args })
  return { span, event }
}
