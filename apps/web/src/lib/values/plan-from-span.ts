import {
  type ComparisonPlan,
  type GraphNode,
  type Json,
  type JsonObject,
  type ModelInputs,
  ModelSettings,
  type SpanDetail,
  isJsonObject,
} from '@lathe/contract'
import { nodeModel } from '@lathe/nodes'
import { promptDocument } from '@lathe/graph'
import { readModelInputs } from '@lathe/traces'
import { type RecordedPrompt, promptFromMessages } from './prompt-from-span.ts'

type NewPlan = Pick<ComparisonPlan, 'variants' | 'cases'> & {
  /** Differences to the recorded call, in sentences. */
  differences: string[]
}

type RecordedCall = {
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
export function planFromSpan({
  span,
  node,
  state,
  tools: knownTools,
}: RecordedCall): NewPlan | undefined {
  const inputs = readModelInputs(span.inputs, span.metadata)
  if (!inputs) return undefined
  const model = readSettings(span, inputs, node)
  const prompt = templatePrompt(node, model, state) ?? promptFromMessages(inputs.messages)
  if (prompt.messages.length === 0) return undefined
  const tools = toolNames(inputs).filter((name) => knownTools?.has(name))
  const base = {
    type: 'prompt' as const,
    messages: prompt.messages,
    model,
    ...(tools.length > 0 && { tools }),
  }
  return {
    variants: [{ key: 'v1', name: 'Original', base }],
    cases: [{ key: 'c1', name: '', input: prompt.input, reference: null, traceId: span.traceId }],
    differences: prompt.differences,
  }
}

/** Names of the tools offered to the model, in any provider's format. */
export const toolNames = ({ tools = [] }: Pick<ModelInputs, 'tools'>): string[] => [
  ...new Set(
    tools.flatMap(({ name, function: nested }) => {
      const toolName = isJsonObject(nested) ? nested['name'] : name
      return typeof toolName === 'string' ? [toolName] : []
    }),
  ),
]

/** Recorded settings that exist in our model settings; the others belong to this call only. */
const SETTING_NAMES: Record<string, string> = {
  max_tokens: 'maxTokens',
  max_completion_tokens: 'maxTokens',
  maxOutputTokens: 'maxTokens',
  top_p: 'topP',
  reasoning_effort: 'reasoningEffort',
}

function readSettings(
  span: SpanDetail,
  { settings = {} }: ModelInputs,
  node: GraphNode | undefined,
): ModelSettings {
  const name = { connection: span.provider ?? '', name: span.asked ?? span.model ?? '' }
  const renamedSettings = Object.entries(settings).map(
    ([key, value]) => [SETTING_NAMES[key] ?? key, value] as const,
  )
  const supported = renamedSettings.filter(
    ([key, value]) =>
      key in ModelSettings.shape && ModelSettings.safeParse({ ...name, [key]: value }).success,
  )
  const model: ModelSettings = { ...Object.fromEntries(supported), ...name }
  const format = settings['responseFormat'] ?? settings['response_format']
  const extra = {
    ...(node && nodeModel(node)?.extra),
    ...(isJsonObject(format) && answerFormat(model, format)),
  }
  return Object.keys(extra).length > 0 ? { ...model, extra } : model
}

/** Converts a response format to the format of the called API. */
function answerFormat({ api }: ModelSettings, format: JsonObject): JsonObject {
  if (api !== 'responses') return { response_format: format }
  const { json_schema: jsonSchema, ...rest } = format
  return { text: { format: { ...rest, ...(isJsonObject(jsonSchema) && jsonSchema) } } }
}

/** The prompt as written, if the state still contains all of its variables as text. */
function templatePrompt(
  node: GraphNode | undefined,
  model: ModelSettings,
  state: Json | undefined,
): RecordedPrompt | undefined {
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
  return { messages, input, differences: [] }
}
