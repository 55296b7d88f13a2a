import type { GraphDocument, GraphNode, PromptMessage } from '@lathe/contract'
import { DEFAULT_MESSAGES } from '@lathe/nodes'

/**
 * Adapts a new node to a graph: it reads the conversation or the inputs, and writes the
 * conversation or an output.
 */
export function suitNode(document: GraphDocument, node: GraphNode): GraphNode {
  if (node.kind !== 'model' && node.kind !== 'agent') return node
  if (!('messages' in node.prompt) || isConversation(document, DEFAULT_MESSAGES)) return node
  const conversation = Object.keys(document.state).find((name) => isConversation(document, name))
  const given = document.input.find((name) => document.state[name] !== undefined)
  const said = document.output.find((name) => document.state[name]?.type === 'string')
  const output = conversation !== undefined ? { message: conversation } : said && { text: said }
  const asked = (message: PromptMessage): PromptMessage => {
    if (message.role !== 'placeholder') return message
    if (conversation !== undefined) return { ...message, channel: conversation }
    return { role: 'user', text: given === undefined ? '' : `{{${given}}}` }
  }
  return {
    ...node,
    prompt: { messages: node.prompt.messages.map(asked) },
    ...(output && { output }),
  }
}

const isConversation = ({ state }: GraphDocument, name: string) => state[name]?.type === 'messages'
