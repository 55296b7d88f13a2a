import type { GraphDocument, GraphNode, PromptMessage } from '@lathe/contract'
import { DEFAULT_MESSAGES } from '@lathe/nodes'

/**
 * Adapts a new node to a graph: it reads the conversation or the inputs, and writes the
 * conversation or an output.
 */
export function adaptNode(document: GraphDocument, node: GraphNode): GraphNode {
  if (node.kind !== 'model' && node.kind !== 'agent') return node
  if (!('messages' in node.prompt) || isConversation(document, DEFAULT_MESSAGES)) return node
  const conversation = Object.keys(document.state).find((name) => isConversation(document, name))
  const inputName = document.input.find((name) => document.state[name] !== undefined)
  const outputName = document.output.find((name) => document.state[name]?.type === 'string')
  const output =
    conversation !== undefined ? { message: conversation } : outputName && { text: outputName }
  const adaptMessage = (message: PromptMessage): PromptMessage => {
    if (message.role !== 'placeholder') return message
    if (conversation !== undefined) return { ...message, channel: conversation }
    return { role: 'user', text: inputName === undefined ? '' : `{{${inputName}}}` }
  }
  return {
    ...node,
    prompt: { messages: node.prompt.messages.map(adaptMessage) },
    ...(output && { output }),
  }
}

const isConversation = ({ state }: GraphDocument, name: string) => state[name]?.type === 'messages'
