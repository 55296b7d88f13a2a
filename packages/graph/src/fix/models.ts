import {
  DEMO_CONNECTION,
  type GraphDocument,
  type GraphNode,
  type ModelSettings,
  type Prompt,
} from '@lathe/contract'
import { nodeModel, nodePrompt, withModelCall } from '@lathe/nodes'
import { isClose } from '../text/is-close.ts'
import { withNode } from './change.ts'
import { verifiedFix } from './fix.ts'
import type { Fixer } from './fix.ts'

/** Maximum number of suggested names. */
const MAX_SUGGESTIONS = 3

/** Fixes for missing models, connections and prompts. */
export const modelFixers = {
  NO_MODEL: ({ document, node }) => {
    const model = node && nodeModel(node.node)
    if (!node || !model) return []
    return listModels(document, model.connection).map((name) =>
      verifiedFix(`Use \`${name}\``, (current) =>
        withNode(current, node.id, (old) => withModel(old, { name })),
      ),
    )
  },

  UNKNOWN_CONNECTION: ({ node, environment }) => {
    const model = node && nodeModel(node.node)
    if (!node || !model || !environment) return []
    const names = environment.connections.map(({ name }) => name)
    const similar = names.filter((name) => isClose(name, model.connection))
    return (similar.length > 0 ? similar : names)
      .slice(0, MAX_SUGGESTIONS)
      .map((connection) =>
        verifiedFix(`Use \`${connection}\``, (current) =>
          withNode(current, node.id, (old) => withModel(old, { connection })),
        ),
      )
  },

  UNKNOWN_PROMPT: ({ node, environment }) => {
    const prompt = node && nodePrompt(node.node)
    if (!node || !prompt || 'messages' in prompt || !environment) return []
    const found = environment.prompts.find(({ name }) => name === prompt.name)
    const other: { label: string; prompt: Prompt }[] = found
      ? found.labels.map((label) => ({
          label: `Use the label \`${label}\``,
          prompt: { name: prompt.name, label },
        }))
      : environment.prompts
          .filter(({ name }) => isClose(name, prompt.name))
          .map(({ name }) => ({ label: `Use \`${name}\``, prompt: { name } }))
    return other
      .slice(0, MAX_SUGGESTIONS)
      .map((choice) =>
        verifiedFix(choice.label, (current) =>
          withNode(current, node.id, (old) => withModelCall(old, { prompt: choice.prompt })),
        ),
      )
  },
} satisfies Record<string, Fixer>

/**
 * Returns models of a connection used elsewhere in the graph; the demo connection always has one.
 */
function listModels({ nodes }: GraphDocument, connection: string): string[] {
  const used = Object.values(nodes).flatMap((node) => nodeModel(node) ?? [])
  const names = used.filter((model) => model.connection === connection).map(({ name }) => name)
  const found = connection === DEMO_CONNECTION ? [...names, 'demo-1'] : names
  return [...new Set(found.filter((name) => name.trim() !== ''))].slice(0, MAX_SUGGESTIONS)
}

function withModel(node: GraphNode, change: Partial<ModelSettings>): GraphNode {
  const model = nodeModel(node)
  return model ? withModelCall(node, { model: { ...model, ...change } }) : node
}
