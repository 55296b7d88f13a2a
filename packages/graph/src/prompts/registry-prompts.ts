import type { GraphDocument, GraphNode, Prompt, PromptMessage } from '@lathe/contract'
import { promptOf } from '../model/model-of.ts'

/** How a document names a prompt of the registry. */
export type RegistryRef = Extract<Prompt, { name: string }>

/** Where a document takes prompts of the registry. */
export function registryRefs(document: GraphDocument): { node: string; ref: RegistryRef }[] {
  return Object.entries(document.nodes).flatMap(([id, node]) => {
    const prompt = promptOf(node)
    return prompt && 'name' in prompt ? [{ node: id, ref: prompt }] : []
  })
}

/** With the messages of the prompts in place of their names; what is not found stays a name. */
export function withRegistryPrompts(
  document: GraphDocument,
  messagesOf: (ref: RegistryRef) => readonly PromptMessage[] | undefined,
): GraphDocument {
  const entries = Object.entries(document.nodes).map(([id, node]): [string, GraphNode] => {
    const prompt = promptOf(node)
    const messages = prompt && 'name' in prompt ? messagesOf(prompt) : undefined
    return [id, messages ? withMessages(node, [...messages]) : node]
  })
  return { ...document, nodes: Object.fromEntries(entries) }
}

function withMessages(node: GraphNode, messages: PromptMessage[]): GraphNode {
  if (node.kind === 'model' || node.kind === 'agent') return { ...node, prompt: { messages } }
  if (node.kind !== 'branch' || node.decide.by !== 'model') return node
  return { ...node, decide: { ...node.decide, prompt: { messages } } }
}

/** A label, or a version as `v3`; what a document names without either is the label `production`. */
export const registryRefLabel = ({ label, version }: RegistryRef): string =>
  version === undefined ? (label ?? DEFAULT_LABEL) : `v${version}`

/** Which version a prompt is taken at where nothing else is said. */
export const DEFAULT_LABEL = 'production'
