import type { Json, JsonObject, RunError } from '@lathe/contract'
import type { RuntimeTool } from '@lathe/graph/compile'
import type { EgressFetch } from '../egress/egress.ts'
import { fingerprint } from '../fetch/fingerprint.ts'
import { toJson } from '../record/to-json.ts'
import type { ToolContext, ToolDefinition } from '../tools/definition.ts'
import { failureOf, toFailure } from './failure.ts'
import { placeOf } from './run-node.ts'
import { worldOf } from './node-world.ts'
import { record } from './ports.ts'
import { callAddress, getScope, inScope } from './scope.ts'
import type { Scope } from './scope.ts'

export type ToolBox = {
  find(name: string): ToolDefinition | undefined
}

/** A tool whose every call is a span, with what it was given and what came of it. */
export function recordedTool(tool: ToolDefinition, fetch: EgressFetch): RuntimeTool {
  const { name, description, schema, effect } = tool
  return {
    name,
    description,
    schema,
    effect,
    async run(args, { path, config, toolCallId }) {
      const outer = getScope()
      const { run, node } = outer
      const span = run.recorder.start({
        kind: 'tool',
        name,
        parentId: node.span.id,
        node: node.path,
        superstep: node.superstep,
        inputs: args,
        metadata: { toolCallId },
      })
      const call = {
        type: 'tool-call',
        ...placeOf(node),
        spanId: span.id,
        toolCallId,
        name,
      } as const
      run.recorder.event({ ...call, phase: 'start', args })
      try {
        const scope = { ...outer, span, path }
        const result = await run.unwinding.during(
          inScope(scope, () =>
            callTool(tool, args, scope, { fetch, signal: config.signal ?? run.controller.signal }),
          ),
        )
        run.recorder.end(span, { status: 'success', outputs: toJson(result) })
        run.recorder.event({ ...call, phase: 'end', result })
        return result
      } catch (thrown) {
        const isStopping = run.stop !== null || config.signal?.aborted === true
        const { status, error } = failureOf(thrown, isStopping, node.path)
        run.recorder.end(span, { status, error })
        run.recorder.event({ ...call, phase: 'error', ...(error && { error }) })
        throw thrown
      }
    },
  }
}

/** The call as the tape has it: what was asked and what came of it. */
async function callTool(
  tool: ToolDefinition,
  args: JsonObject,
  scope: Scope,
  context: Omit<ToolContext, 'world'>,
): Promise<Json> {
  const { name } = tool
  const { run, node } = scope
  const address = callAddress(scope, 'tool', name)
  const startedAt = run.clock.now()
  const keep = (result: Json, error: RunError | null) => {
    record(scope, {
      kind: 'tool',
      name,
      address,
      fingerprint: fingerprint({ name, args }),
      attempt: 1,
      startedAt,
      durationMs: (run.clock.now() - startedAt) / 1_000,
      error,
      touch: { type: 'call', request: args, result },
    })
  }
  try {
    const result = await tool.run(args, { ...context, world: worldOf(run, node) })
    keep(result, null)
    return result
  } catch (thrown) {
    keep(null, toFailure(thrown, node.path))
    throw thrown
  }
}
