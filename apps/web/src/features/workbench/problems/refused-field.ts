import type { GraphNode } from '@lathe/contract'

/** Names of a provider's parameters, and the fields of a node that fill them. */
const FIELDS: Readonly<Record<string, string>> = {
  model: 'model.name',
  temperature: 'model.temperature',
  top_p: 'model.topP',
  max_tokens: 'model.maxTokens',
  max_completion_tokens: 'model.maxTokens',
  max_output_tokens: 'model.maxTokens',
  seed: 'model.seed',
  frequency_penalty: 'model.frequencyPenalty',
  presence_penalty: 'model.presencePenalty',
  reasoning_effort: 'model.reasoningEffort',
  reasoning: 'model.reasoningEffort',
  messages: 'prompt',
  input: 'prompt',
  tools: 'tools',
  tool_choice: 'tools',
  response_format: 'output',
}

/** The field of a node that sent a parameter its provider objects to: `messages[0].content` is the prompt. */
export function refusedField(node: GraphNode | undefined, param: string): string | undefined {
  if (node?.kind !== 'model' && node?.kind !== 'agent') return undefined
  const [name = ''] = param.split(/[.[]/)
  if (node.model.extra && Object.hasOwn(node.model.extra, name)) return 'model.extra'
  return Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined
}
