import type { GraphNode, ModelSettings, Prompt } from '@lathe/contract'

/** Returns the model settings of a node; null if it calls no model. */
export function nodeModel(node: GraphNode): ModelSettings | null {
  if (node.kind === 'model' || node.kind === 'agent') return node.model
  return node.kind === 'branch' && node.decide.by === 'model' ? node.decide.model : null
}

export function nodePrompt(node: GraphNode): Prompt | null {
  if (node.kind === 'model' || node.kind === 'agent') return node.prompt
  return node.kind === 'branch' && node.decide.by === 'model' ? node.decide.prompt : null
}
