import type { GraphDocument, GraphNode, NodeOverride } from '@lathe/contract'
import { nodeModel, nodePrompt, withModelCall } from '@lathe/nodes'
import { orderedJson } from '../document/hash.ts'

type Field = keyof NodeOverride

/** Returns the fields of a node that an override can change. */
function changeable(node: GraphNode): Partial<Record<Field, unknown>> {
  const model = nodeModel(node)
  const prompt = nodePrompt(node)
  if (!model || !prompt) return {}
  const messages = 'messages' in prompt ? prompt.messages : null
  return { messages, model, ...(takesTools(node) && { tools: node.tools ?? [] }) }
}

/** Returns whether the node calls a model that can use tools. */
export const takesTools = (
  node: GraphNode,
): node is Extract<GraphNode, { kind: 'model' | 'agent' }> =>
  node.kind === 'model' || node.kind === 'agent'

/** Returns the paths of overrides whose node or field does not exist. */
export function overrideProblems(
  { nodes }: GraphDocument,
  overrides: Record<string, NodeOverride>,
): { path: string; message: string }[] {
  return Object.entries(overrides).flatMap(([id, override]) => {
    const node = Object.hasOwn(nodes, id) ? nodes[id] : undefined
    if (!node) return [{ path: id, message: `there is no node \`${id}\` in this version` }]
    const fields = changeable(node)
    return Object.keys(override)
      .filter((field) => !(field in fields))
      .map((field) => ({ path: `${id}.${field}`, message: `\`${id}\` has no ${field}` }))
  })
}

/** Returns the document with the overrides applied to its nodes. */
export function withOverrides(
  document: GraphDocument,
  overrides: Record<string, NodeOverride>,
): GraphDocument {
  const changed = Object.entries(overrides).flatMap(([id, override]) => {
    const node = Object.hasOwn(document.nodes, id) ? document.nodes[id] : undefined
    return node ? [[id, overridden(node, override)]] : []
  })
  return { ...document, nodes: { ...document.nodes, ...Object.fromEntries(changed) } }
}

function overridden(node: GraphNode, { messages, model, tools }: NodeOverride): GraphNode {
  const changed = withModelCall(node, {
    ...(messages && { prompt: { messages } }),
    ...(model && { model }),
  })
  return tools && takesTools(changed) ? { ...changed, tools } : changed
}

/** Returns an override without fields that equal those of its node; undefined if none are left. */
export function ownChanges(node: GraphNode, override: NodeOverride): NodeOverride | undefined {
  const before = changeable(node)
  const differs = (field: Field) => orderedJson(override[field]) !== orderedJson(before[field])
  const { messages, model, tools } = override
  const changes = {
    ...(messages && differs('messages') && { messages }),
    ...(model && differs('model') && { model }),
    ...(tools && differs('tools') && { tools }),
  }
  return Object.keys(changes).length > 0 ? changes : undefined
}
