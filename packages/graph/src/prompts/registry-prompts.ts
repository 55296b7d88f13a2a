import type { GraphDocument, GraphNode, Prompt, PromptMessage } from '@lathe/contract'
import { nodePrompt, withModelCall } from '@lathe/nodes'

/** A document's reference to a registry prompt. */
export type RegistryRef = Extract<Prompt, { name: string }>

/** Returns the references of a document to registry prompts, with their nodes. */
export function registryRefs(document: GraphDocument): { node: string; ref: RegistryRef }[] {
  return Object.entries(document.nodes).flatMap(([id, node]) => {
    const prompt = nodePrompt(node)
    return prompt && 'name' in prompt ? [{ node: id, ref: prompt }] : []
  })
}

/** Replaces references to registry prompts with their messages; unknown references stay. */
export function withRegistryPrompts(
  document: GraphDocument,
  findMessages: (ref: RegistryRef) => readonly PromptMessage[] | undefined,
): GraphDocument {
  const entries = Object.entries(document.nodes).map(([id, node]): [string, GraphNode] => {
    const prompt = nodePrompt(node)
    const messages = prompt && 'name' in prompt ? findMessages(prompt) : undefined
    return [id, messages ? withModelCall(node, { prompt: { messages: [...messages] } }) : node]
  })
  return { ...document, nodes: Object.fromEntries(entries) }
}

/**
 * Returns the label of a reference, or its version as `v3`; the default is the label `production`.
 */
export const registryRefLabel = ({ label, version }: RegistryRef): string =>
  version === undefined ? (label ?? DEFAULT_LABEL) : `v${version}`

/** Label that a prompt reference uses by default. */
export const DEFAULT_LABEL = 'production'
