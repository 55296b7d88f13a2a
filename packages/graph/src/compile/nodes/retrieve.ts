import type { NodeOf } from '@lathe/contract'
import { NodeFailure } from '../failure.ts'
import { compileTemplate, isBlank } from '../template.ts'
import type { BuiltNode, NodeParts } from './body.ts'

export function buildRetrieve(parts: NodeParts<NodeOf<'retrieve'>>): BuiltNode {
  const { id, node, createScope, runtime } = parts
  const { collection, k, minScore, filter, writes } = node
  const renderQuery = compileTemplate(node.query, createScope)
  return {
    async run(state, call) {
      const query = renderQuery(state)
      if (isBlank(query)) {
        throw new NodeFailure('INVALID_INPUT', `The search query of \`${id}\` is empty`, {
          node: id,
          hint: 'The query reads channels that are empty in this run.',
        })
      }
      const search = { collection, query, k, ...(filter && { filter }) }
      const found = await runtime.retrieve(
        minScore === undefined ? search : { ...search, minScore },
        call,
      )
      return { update: { [writes]: found } }
    },
  }
}
