import type { NodeOf } from '@lathe/contract'
import { compileValues } from '../values.ts'
import type { BuiltNode, NodeParts } from './body.ts'

export function buildSet({ node, createScope, runtime }: NodeParts<NodeOf<'set'>>): BuiltNode {
  const readValues = compileValues(node.values, createScope, runtime)
  return { run: async (state, call) => ({ update: await readValues(state, call) }) }
}
