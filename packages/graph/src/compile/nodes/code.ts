import type { NodeOf } from '@lathe/contract'
import { jsonType } from '../../state/accepts.ts'
import { namesIn } from '../../kinds/channel-uses.ts'
import { NodeFailure } from '../failure.ts'
import type { BuiltNode, NodeParts } from './body.ts'

export function buildCode({
  id,
  node,
  createScope,
  runtime,
}: NodeParts<NodeOf<'code'>>): BuiltNode {
  const scope = createScope(namesIn(node.code, 'code'))
  const declared = new Set(node.writes)
  return {
    async run(state, call) {
      const returned = await runtime.runCode(node.code, scope(state), call)
      if (returned === null) return { update: {} }
      if (jsonType(returned) !== 'object') {
        const message = `The code of \`${id}\` must return an object of channels, not ${JSON.stringify(returned).slice(0, 80)}`
        throw new NodeFailure('CODE_ERROR', message, { node: id })
      }
      const update = { ...(returned as object) }
      const extra = Object.keys(update).find((name) => !declared.has(name))
      if (extra === undefined) return { update }
      throw new NodeFailure(
        'CODE_ERROR',
        `The code of \`${id}\` returned \`${extra}\`, which is not one of the channels it writes`,
        {
          node: id,
          hint: 'Add the channel to the ones the node writes, or do not return it.',
        },
      )
    },
  }
}
