import { mapTools } from '@lathe/nodes'
import { type GraphNode, type JsonSchema, type Value, isJsonObject } from '@lathe/contract'
import { isClose } from '../text/is-close.ts'
import { withNode, omitKey } from './change.ts'
import { simplestValue } from './empty-value.ts'
import { verifiedFix } from './fix.ts'
import type { Candidate, Fixer, FixContext } from './fix.ts'

/** Fixes for tools that are missing, duplicated or called with wrong arguments. */
export const toolFixers = {
  UNKNOWN_TOOL: (context) => {
    const { node, name, field } = context
    if (!node) return []
    if (field === 'toolChoice') {
      return [
        verifiedFix('Let the model choose', (document) =>
          withNode(document, node.id, (old) =>
            old.kind === 'model' ? omitKey(old, 'toolChoice') : old,
          ),
        ),
      ]
    }
    return [
      ...useNearest(context),
      ...(node.node.kind === 'tool'
        ? []
        : [
            verifiedFix(
              field === 'approvals'
                ? `Do not require approval for \`${name}\``
                : `Remove \`${name}\``,
              (document) => withNode(document, node.id, (old) => withoutTool(old, name, field)),
            ),
          ]),
    ]
  },

  TOOL_COLLISION: ({ node, name }) => {
    if (!node) return []
    return [
      verifiedFix(`Keep \`${name}\` once`, (document) => withNode(document, node.id, uniqueTools)),
      verifiedFix(`Remove \`${name}\``, (document) =>
        withNode(document, node.id, (old) => withoutTool(old, name, 'tools')),
      ),
    ]
  },

  TOOL_ARGUMENTS: ({ node, field, environment }) => {
    if (node?.node.kind !== 'tool') return []
    const { tool: name, args } = node.node
    const key = field.replace(/^args\./, '')
    const schema = environment?.tools.find((tool) => tool.name === name)?.schema
    const property = schema && findProperty(schema, key)
    if (property === undefined) {
      if (!Object.hasOwn(args, key)) return []
      return [
        verifiedFix(`Remove \`${key}\``, (document) => withArgument(document, node.id, key, null)),
      ]
    }
    const value = simplestValue(property)
    if (value === undefined) return []
    const argument: Value = typeof value === 'string' ? { template: value } : { value }
    const label = `Set \`${key}\` to ${value === '' ? 'an empty text' : JSON.stringify(value)}`
    return [verifiedFix(label, (document) => withArgument(document, node.id, key, argument))]
  },
} satisfies Record<string, Fixer>

function useNearest({ node, name, environment }: FixContext): Candidate[] {
  const similar = environment?.tools.find((tool) => isClose(tool.name, name))?.name
  if (!node || similar === undefined) return []
  return [
    verifiedFix(`Use \`${similar}\``, (document) =>
      withNode(document, node.id, (old) => withToolRenamed(old, name, similar)),
    ),
  ]
}

function withToolRenamed(node: GraphNode, from: string, to: string): GraphNode {
  return uniqueTools(mapTools(node, (name) => (name === from ? to : name)))
}

/** Removes a tool together with its approval and forced choice. */
function withoutTool(node: GraphNode, name: string, field: string): GraphNode {
  const removeName = (names: readonly string[]) => names.filter((other) => other !== name)
  if (node.kind === 'tools') return { ...node, approvals: removeName(node.approvals ?? []) }
  if (node.kind !== 'agent' && node.kind !== 'model') return node
  const tools = field === 'approvals' ? node.tools : removeName(node.tools ?? [])
  const rest = { ...node, ...(tools && { tools }) }
  if (rest.kind === 'agent') return { ...rest, approvals: removeName(rest.approvals ?? []) }
  const isForced = rest.toolChoice === 'required' && rest.tools?.length === 0
  const isNamed = typeof rest.toolChoice === 'object' && rest.toolChoice.tool === name
  return isForced || isNamed ? omitKey(rest, 'toolChoice') : rest
}

function uniqueTools(node: GraphNode): GraphNode {
  const unique = (names: readonly string[]) => [...new Set(names)]
  const tools = 'tools' in node && node.tools ? { tools: unique(node.tools) } : {}
  const approvals =
    'approvals' in node && node.approvals ? { approvals: unique(node.approvals) } : {}
  return { ...node, ...tools, ...approvals }
}

function withArgument(
  document: Parameters<typeof withNode>[0],
  id: string,
  key: string,
  value: Value | null,
) {
  return withNode(document, id, (old) => {
    if (old.kind !== 'tool') return old
    const rest = Object.fromEntries(Object.entries(old.args).filter(([name]) => name !== key))
    return { ...old, args: value === null ? rest : { ...rest, [key]: value } }
  })
}

function findProperty({ properties, required }: JsonSchema, key: string): JsonSchema | undefined {
  const property =
    isJsonObject(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined
  if (isJsonObject(property)) return property
  return Array.isArray(required) && required.includes(key) ? {} : undefined
}
