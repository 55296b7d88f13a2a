import {
  type ComparisonPlan,
  type GraphNode,
  type Json,
  type JsonObject,
  type ModelInputs,
  ModelSettings,
  type SpanDetail,
} from '@lathe/contract'
import { nodeModel } from '@lathe/nodes'
import { promptDocument } from '@lathe/graph'
import { isObject, readModelInputs } from '@lathe/traces'
import { type Asked, promptAsSaid } from './prompt-from-span.ts'

type NewPlan = Pick<ComparisonPlan, 'variants' | 'cases'> & {
  /** Differences to the recorded call, in sentences. */
  told: string[]
}

type Called = {
  span: SpanDetail
  /** The node that made the call, as executed. */
  node?: GraphNode | undefined
  /** The state that the node read. */
  state?: Json | undefined
  /** Names of the existing tools; calls can mention others. */
  tools?: ReadonlySet<string>
}

/**
 * Turns a model call into a prompt plan with one case and its variables filled in. Undefined if the
 * call recorded no messages.
 */
export function planOfSpan({ span, node, state, tools: known }: Called): NewPlan | undefined {
  const inputs = readModelInputs(span.inputs, span.metadata)
  if (!inputs) return undefined
  const model = settingsOf(span, inputs, node)
  const asked = ofTemplate(node, model, state) ?? promptAsSaid(inputs.messages)
  if (asked.messages.length === 0) return undefined
  const tools = toolNames(inputs).filter((name) => known?.has(name))
  const base = {
    type: 'prompt' as const,
    messages: asked.messages,
    model,
    ...(tools.length > 0 && { tools }),
  }
  return {
    variants: [{ key: 'v1', name: 'Original', base }],
    cases: [{ key: 'c1', name: '', input: asked.input, reference: null, traceId: span.traceId }],
    told: asked.told,
  }
}

/** Names of the tools offered to the model, in any provider's format. */
export const toolNames = ({ tools = [] }: Pick<ModelInputs, 'tools'>): string[] => [
  ...new Set(
    tools.flatMap(({ name, function: nested }) => {
      const told = isObject(nested) ? nested['name'] : name
      return typeof told === 'string' ? [told] : []
    }),
  ),
]

/** Recorded settings that exist in our model settings; the others belong to this call only. */
const OURS: Record<string, string> = {
  max_tokens: 'maxTokens',
  max_completion_tokens: 'maxTokens',
  maxOutputTokens: 'maxTokens',
  top_p: 'topP',
  reasoning_effort: 'reasoningEffort',
}

function settingsOf(
  span: SpanDetail,
  { settings = {} }: ModelInputs,
  node: GraphNode | undefined,
): ModelSettings {
  const name = { connection: span.provider ?? '', name: span.asked ?? span.model ?? '' }
  const named = Object.entries(settings).map(([key, value]) => [OURS[key] ?? key, value] as const)
  const known = named.filter(
    ([key, value]) =>
      key in ModelSettings.shape && ModelSettings.safeParse({ ...name, [key]: value }).success,
  )
  const model: ModelSettings = { ...Object.fromEntries(known), ...name }
  const format = settings['responseFormat'] ?? settings['response_format']
  const extra = {
    ...(node && nodeModel(node)?.extra),
    ...(isObject(format) && answerFormat(model, format)),
  }
  return Object.keys(extra).length > 0 ? { ...model, extra } : model
}

/** Converts a response format to the format of the called API. */
function answerFormat({ api }: ModelSettings, format: JsonObject): JsonObject {
  if (api !== 'responses') return { response_format: format }
  const { json_schema: described, ...rest } = format
  return { text: { format: { ...rest, ...(isObject(described) && described) } } }
}

/** The prompt as written, if the state still contains all of its variables as text. */
function ofTemplate(
  node: GraphNode | undefined,
  model: ModelSettings,
  state: Json | undefined,
): Asked | undefined {
  if (node?.kind !== 'model' || !('messages' in node.prompt)) return undefined
  if (typeof state !== 'object' || state === null || Array.isArray(state)) return undefined
  const { messages } = node.prompt
  const document = promptDocument({ messages, model })
  const values = document.input.map((name): [string, Json | undefined] => [
    name,
    Object.hasOwn(state, name) ? state[name] : undefined,
  ])
  const fits = values.every(([name, value]) =>
    document.state[name]?.type === 'messages' ? Array.isArray(value) : typeof value === 'string',
  )
  if (!fits) return undefined
  const input = Object.fromEntries(
    values.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  return { messages, input, told: [] }
}
