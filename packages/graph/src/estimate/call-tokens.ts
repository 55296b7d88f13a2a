import type { Channel, GraphDocument, GraphNode } from '@lathe/contract'
import { nodeModel, nodePrompt } from '@lathe/nodes'
import { contextTokens } from '../model/context-tokens.ts'
import { defaultTokens, promptTokens, valueTokens } from '../model/tokens.ts'
import type { Range } from './amount.ts'

export type CallTokens = { input: Range; output: Range }

/** Length of an answer without a token limit. */
const ANSWER: Range = { min: 1, typical: 180, max: 1_000 }
/** Size of a channel's value after a node has written it. */
const CHANNEL_TOKENS: Record<Channel['type'], Range> = {
  string: { min: 0, typical: 60, max: 1_000 },
  number: { min: 0, typical: 2, max: 8 },
  boolean: { min: 0, typical: 1, max: 1 },
  array: { min: 0, typical: 150, max: 4_000 },
  object: { min: 0, typical: 100, max: 2_000 },
  messages: { min: 0, typical: 200, max: 8_000 },
}
const ELEMENT: Range = { min: 0, typical: 30, max: 1_000 }
/** Size of a registry prompt, whose text is not in the document. */
const REGISTRY_PROMPT: Range = { min: 1, typical: 200, max: 2_000 }
/** Size of a tool result, which every later call of the loop includes. */
const TOOL_RESULT: Range = { min: 0, typical: 120, max: 2_000 }

/** Estimates the tokens of one model call of a node. */
export function callTokens(document: GraphDocument, node: GraphNode): CallTokens {
  const model = nodeModel(node)
  const output = answerTokens(node, model?.maxTokens)
  const sizes: (keyof Range)[] = ['min', 'typical', 'max']
  const [min = 0, typical = 0, max = 0] = sizes.map((size) => inputTokens(document, node, size))
  const limit = (model && contextTokens(model.name)) ?? Infinity
  return { input: { min, typical, max: Math.max(typical, Math.min(max, limit)) }, output }
}

function inputTokens(document: GraphDocument, node: GraphNode, size: keyof Range): number {
  const prompt = nodePrompt(node)
  if (!prompt) return 0
  const channelTokens = (name: string) => {
    const channel = Object.hasOwn(document.state, name) ? document.state[name] : undefined
    return channel
      ? Math.max(defaultTokens(channel), CHANNEL_TOKENS[channel.type][size])
      : ELEMENT[size]
  }
  const promptSize =
    'messages' in prompt ? promptTokens(prompt, channelTokens) : REGISTRY_PROMPT[size]
  const schema = 'answer' in node && node.answer ? valueTokens(node.answer.schema) : 0
  const history = node.kind === 'agent' && node.tools?.length ? TOOL_RESULT[size] : 0
  return promptSize + schema + history
}

function answerTokens(node: GraphNode, maxTokens: number | undefined): Range {
  const typicalAnswer =
    node.kind === 'branch' ? 10 : 'answer' in node && node.answer ? 80 : ANSWER.typical
  const max = maxTokens ?? ANSWER.max
  return { min: ANSWER.min, typical: Math.min(typicalAnswer, max), max }
}
