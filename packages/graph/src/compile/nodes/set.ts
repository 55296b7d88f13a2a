import type { NodeOf } from '@lathe/contract'
import { compileValues } from '../values.ts'
import type { BuiltNode, NodeParts } from './body.ts'

export function buildSet({ node, scopeOf, runtime }: NodeParts<NodeOf<'set'>>): BuiltNode {
  const valuesOf = compileValues(node.values, scopeOf, runtime)
  return { run: async (state, call) => ({ update: await valuesOf(state, call) }) }
}
