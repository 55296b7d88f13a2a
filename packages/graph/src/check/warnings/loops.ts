import { findConnectionByName } from '@lathe/contract'
import { isPause, nodeModel } from '@lathe/nodes'
import { closingEdges } from '../../flow/closing-edges.ts'
import type { Loop } from '../../flow/loops.ts'
import type { Topology } from '../../flow/topology.ts'
import { channelReducer } from '../../state/reducers.ts'
import type { CheckContext, NodeFacts } from '../context.ts'
import { readNames } from '../flow.ts'

/** Reports loops without an end condition and model calls in a loop without a time limit. */
export function checkLoops(
  context: CheckContext,
  topology: Topology,
  loops: readonly Loop[],
): void {
  const endingNodes = new Set(loops.flatMap((loop) => nodesThatEnd(context, loop)))
  const inLoop = new Set(loops.flatMap((loop) => loop.nodes))
  const isUnlimited = (edge: { from: string; max?: number | undefined }) =>
    edge.max === undefined && inLoop.has(edge.from) && !endingNodes.has(edge.from)

  for (const { index, from, to } of closingEdges(topology, isUnlimited)) {
    const message = `The edge from \`${from}\` back to \`${to}\` has no limit; set a limit, or let a branch count the iterations`
    context.report('UNBOUNDED_LOOP', { edge: index, field: 'max' }, message)
  }
  for (const id of inLoop) {
    const facts = context.nodes.get(id)
    if (facts) checkTimeLimit(context, facts)
  }
}

/** Returns human questions and branches that read a counter kept in the loop. */
function nodesThatEnd({ document, nodes }: CheckContext, loop: Loop): string[] {
  const members = loop.nodes.flatMap((id) => nodes.get(id) ?? [])
  const counters = new Set(
    members.flatMap((facts) =>
      facts.writes.flatMap(({ channel: name }) => {
        const channel = Object.hasOwn(document.state, name) ? document.state[name] : undefined
        if (channel?.type !== 'number') return []
        const isCounted = channelReducer(channel) === 'sum' || readsText(facts, name)
        return isCounted ? [name] : []
      }),
    ),
  )
  const isEnding = ({ node, texts }: NodeFacts) =>
    isPause(node) ||
    (node.kind === 'branch' &&
      texts.some((text) => readNames(text).some((name) => counters.has(name))))
  return members.filter(isEnding).map(({ id }) => id)
}

const readsText = ({ texts }: NodeFacts, channel: string) =>
  texts.some((text) => readNames(text).includes(channel))

function checkTimeLimit({ environment, report }: CheckContext, { id, node }: NodeFacts): void {
  const model = nodeModel(node)
  if (!model || node.timeoutMs !== undefined) return
  const connection = findConnectionByName(environment.connections, model.connection)
  if (connection?.timeoutMs) return
  const message = `\`${id}\` calls a model in a loop without a time limit; one slow call blocks the whole run`
  report('NO_TIME_LIMIT', { node: id, field: 'timeoutMs' }, message)
}
