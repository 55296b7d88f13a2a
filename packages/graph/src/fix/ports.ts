import type { GraphNode } from '@lathe/contract'
import { renamePort } from '../edit/ports.ts'
import { portsAt } from '../kinds/ports.ts'
import { withNode } from './change.ts'
import { verifiedFix } from './fix.ts'
import type { Fixer } from './fix.ts'

/** Fixes for rules, choices and decisions and their ports. */
export const portFixers = {
  DUPLICATE_PORT: ({ node, field }) =>
    node
      ? [
          verifiedFix('Remove the duplicate', (document) =>
            withNode(document, node.id, (old) => withoutItem(old, indexIn(field))),
          ),
        ]
      : [],

  DUPLICATE_RULE: ({ document, node, field }) => {
    if (!node || node.node.kind !== 'branch' || node.node.decide.by !== 'rules') return []
    const port = node.node.decide.rules[indexIn(field)]?.port
    const withoutRule = withNode(document, node.id, (old) => withoutItem(old, indexIn(field)))
    const isLost = !portsAt(withoutRule, node.id).some(({ name }) => name === port)
    return [
      verifiedFix('Remove the duplicate rule', (current) => {
        const after = withNode(current, node.id, (old) => withoutItem(old, indexIn(field)))
        if (!isLost) return after
        const edges = after.edges.filter(({ from, when }) => from !== node.id || when !== port)
        return { ...after, edges }
      }),
    ]
  },

  RESERVED_PORT: ({ document, node, field }) => {
    const port = node && portNamed(node.node, field)
    if (!node || port === undefined) return []
    const used = new Set(portsAt(document, node.id).map(({ name }) => name))
    const candidate = [`${port}-way`, `${port}-way-2`, `${port}-way-3`].find(
      (name) => !used.has(name),
    )
    if (candidate === undefined) return []
    return [
      verifiedFix(`Rename it to \`${candidate}\``, (current) =>
        renamePort(current, node.id, port, candidate),
      ),
    ]
  },
} satisfies Record<string, Fixer>

/** `decide.rules.1.port` → 1. */
const indexIn = (field: string) => Number(/\.(\d+)(?:\.|$)/.exec(field)?.[1] ?? -1)

function withoutItem(node: GraphNode, index: number): GraphNode {
  const removeAt = <T>(items: readonly T[]) => items.filter((_, position) => position !== index)
  if (node.kind === 'ask') return { ...node, decisions: removeAt(node.decisions) }
  if (node.kind !== 'branch') return node
  const { decide } = node
  return {
    ...node,
    decide:
      decide.by === 'rules'
        ? { ...decide, rules: removeAt(decide.rules) }
        : { ...decide, choices: removeAt(decide.choices) },
  }
}

function portNamed(node: GraphNode, field: string): string | undefined {
  if (node.kind === 'ask') return node.decisions[indexIn(field)]?.port
  if (node.kind !== 'branch') return undefined
  if (field === 'else') return node.else
  const { decide } = node
  const items = decide.by === 'rules' ? decide.rules : decide.choices
  return items[indexIn(field)]?.port
}
