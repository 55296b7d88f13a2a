import type { LoopHost, LoopStep } from '@lathe-ai/runtime'
import type { ReviewDecision } from '@lathe-ai/runtime/review'
import type { ErrorCode, JsonSchema, ModelSettings, ToolCall, ToolDecision } from '@lathe/contract'
import { validateSchema } from '../../json-schema/validate.ts'
import { NodeFailure } from '../failure.ts'
import { callModel, toolDefinition } from './model-call.ts'
import { pause } from '../pauses/pause.ts'
import type { GraphRuntime, NodeCall, RuntimeTool, ToolChoice } from '../runtime.ts'
import { toolContent } from './tool-content.ts'

/** Errors that end the run, because a model cannot correct them. */
const FATAL: ReadonlySet<ErrorCode> = new Set([
  'ABORTED',
  'BUDGET_EXCEEDED',
  'RECORDING_MISS',
  'CRASHED',
])

export type HostParts = {
  id: string
  title: string
  runtime: GraphRuntime
  tools: readonly RuntimeTool[]
  /** Absent if no model is called. */
  model?: ModelSettings
  toolChoice?: ToolChoice | undefined
}

/** Runs an agent loop's models, tools and approvals through the engine, which records them. */
export function loopHost({ id, title, runtime, tools, model, toolChoice }: HostParts): LoopHost {
  const callAt = ({ step, config }: LoopStep): NodeCall => ({ path: `${id}/${step}`, config })
  const definitions = tools.map(toolDefinition)
  return {
    callModel({ messages, offersTools, format }, step) {
      if (!model) throw new NodeFailure('GRAPH_INVALID', `\`${id}\` has no model`, { node: id })
      const offered = offersTools ? { tools: definitions, toolChoice } : {}
      return callModel(runtime, { model, messages, ...offered, format }, callAt(step))
    },
    async runTool(call, step) {
      const tool = tools.find(({ name }) => name === call.name)
      if (!tool) throw new NodeFailure('GRAPH_INVALID', `There is no tool \`${call.name}\``)
      return toolContent(await tool.run(call.args, { ...callAt(step), toolCallId: call.id }))
    },
    review(calls, step) {
      const described = calls.map((call) => describeCall(tools, call))
      const question = { kind: 'approval' as const, title, calls: described }
      return pause(runtime, question, callAt(step)).decisions.map(toReviewDecision)
    },
    validate: validateSchema,
    describeToolError(error) {
      const { code, message } = runtime.describeError(error)
      return FATAL.has(code) ? null : message
    },
    onMessage: (message, step) => runtime.message(message, callAt(step)),
    onInvalidCall: (call, reason, step) => runtime.rejectedCall(call, reason, callAt(step)),
  }
}

function toReviewDecision(decision: ToolDecision): ReviewDecision {
  if (decision.type === 'edit') return decision
  if (decision.type !== 'reject') return { type: 'approve' }
  const { reason } = decision
  const text = reason ? `A human refused this call: ${reason}` : 'A human refused this call.'
  return { type: 'reject', reason: text }
}

/** Adds a tool's description and schema to a call, for the person who reviews it. */
export function describeCall(
  tools: readonly RuntimeTool[],
  call: ToolCall,
): ToolCall & { description: string; schema: JsonSchema } {
  const tool = tools.find(({ name }) => name === call.name)
  return { ...call, description: tool?.description ?? '', schema: tool?.schema ?? {} }
}
