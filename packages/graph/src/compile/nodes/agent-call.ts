import type { CalledAgent, NodeOf } from '@lathe/contract'
import { isConversation } from '../../state/reducers.ts'
import { inputReader } from '../ends.ts'
import { addPausedWrites, runPausable } from '../pauses/paused-writes.ts'
import type { State } from '../state.ts'
import { compileValues } from '../values.ts'
import type { BuiltNode, NodeParts } from './body.ts'

/** Added to the number of nodes: exceeds the steps of a graph without loops. */
const STEPS_BESIDE_NODES = 10

/** Calls another agent as a subgraph, with its input and output channels only. */
export function buildAgentCall(parts: NodeParts<NodeOf<'agent-call'>>): BuiltNode {
  const { id, node, document, runtime, createScope, findSubgraph } = parts
  const { calledAgent, graph } = findSubgraph(id, node)
  const readInputs = compileValues(node.input, createScope, runtime)
  const read = inputReader(calledAgent.document, {
    node: id,
    told: `The input of \`${id}\` for \`${node.agent}\` is invalid`,
  })
  const fewest = Object.keys(calledAgent.document.nodes).length + STEPS_BESIDE_NODES
  const isText = (name: string) => document.state[name]?.type !== 'messages'
  return {
    subgraph: graph,
    async run(state, call) {
      const input = read(withoutNothing(await readInputs(state, call), calledAgent))
      const recursionLimit = Math.max(call.config.recursionLimit ?? 0, fewest)
      const end = await runPausable<State>(
        { ...call.config, recursionLimit },
        {
          stream: (config) => graph.stream(input, config),
          writesSoFar(channels, inner) {
            if (inner.length === 0) return {}
            const seen = addPausedWrites(channels, inner)
            const written = Object.entries(node.output).filter(
              ([target, source]) =>
                isConversation(document.state[target]) &&
                isConversation(calledAgent.document.state[source]),
            )
            return Object.fromEntries(written.map(([target, source]) => [target, seen[source]]))
          },
        },
      )
      const update: State = {}
      for (const [target, source] of Object.entries(node.output)) {
        // Messages stay message objects only if the target is a conversation.
        const isPlain = calledAgent.document.state[source]?.type === 'messages' && isText(target)
        update[target] = isPlain ? runtime.toJson(end[source]) : end[source]
      }
      return { update }
    },
  }
}

/** Leaves out empty inputs of channels with a default. */
function withoutNothing(values: State, { document }: CalledAgent): State {
  const nonEmpty = Object.entries(values).filter(
    ([name, value]) => value !== null || document.state[name]?.default === undefined,
  )
  return Object.fromEntries(nonEmpty)
}
