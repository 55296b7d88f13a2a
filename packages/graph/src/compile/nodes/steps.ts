import type { NodeOf } from '@lathe/contract'
import { jsonType } from '../../state/accepts.ts'
import { namesIn } from '../../kinds/channel-uses.ts'
import { compileTest } from '../expression.ts'
import { NodeFailure } from '../failure.ts'
import { compileValues } from '../values.ts'
import type { BuiltNode, NodeParts } from './body.ts'

export function buildSet({ node, scopeOf, runtime }: NodeParts<NodeOf<'set'>>): BuiltNode {
  const valuesOf = compileValues(node.values, scopeOf, runtime)
  return { run: async (state, call) => ({ update: await valuesOf(state, call) }) }
}

export function buildCode({ id, node, scopeOf, runtime }: NodeParts<NodeOf<'code'>>): BuiltNode {
  const scope = scopeOf(namesIn(node.code, 'code'))
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

/** Skips rules whose edges have reached their limits; the else port follows. */
export function buildRules(
  { node, scopeOf, runtime, router }: NodeParts<NodeOf<'branch'>>,
  rules: readonly { port: string; when: string }[],
): BuiltNode {
  const tests = rules.map(({ port, when }) => ({ port, test: compileTest(when, scopeOf, runtime) }))
  return {
    async run(state, call) {
      for (const { port, test } of tests) {
        if (router.isOpen(port, state) && (await test(state, call))) return { update: {}, port }
      }
      return { update: {}, port: node.else }
    },
  }
}
