import type { GraphNode, ModelSettings, Prompt } from '@lathe/contract'
import { promptOf } from '@lathe/graph'

/** The node with another model or parameters; one that calls none stays as it is. */
export function withModel(node: GraphNode, model: ModelSettings): GraphNode {
  if (node.kind === 'model' || node.kind === 'agent') return { ...node, model }
  if (node.kind !== 'branch' || node.decide.by !== 'model') return node
  return { ...node, decide: { ...node.decide, model } }
}

/** The node with another text in one message of its prompt. */
export function withPrompt(node: GraphNode, index: number, text: string): GraphNode {
  const before = promptOf(node)
  if (!before || !('messages' in before)) return node
  const prompt: Prompt = {
    messages: before.messages.map((message, at) =>
      at === index && message.role !== 'placeholder' ? { ...message, text } : message,
    ),
  }
  if (node.kind === 'model' || node.kind === 'agent') return { ...node, prompt }
  if (node.kind !== 'branch' || node.decide.by !== 'model') return node
  return { ...node, decide: { ...node.decide, prompt } }
}
