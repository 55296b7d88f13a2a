import type { CalledAgent, AgentCall, CalledAgents } from '@lathe/contract'
import { calledAgentKey, findCalledAgent } from '../../called-agents/called-agents.ts'
import { NodeFailure } from '../failure.ts'
import type { SubGraph } from '../nodes/body.ts'

/** Returns the compiled agent that a node calls; throws `GRAPH_INVALID` if it cannot be called. */
export type FindCalledAgent = (
  id: string,
  ref: AgentCall,
) => { calledAgent: CalledAgent; graph: SubGraph }

/** Compiles each called agent once, however many nodes call it. */
export function createSubgraphFinder(
  calledAgents: CalledAgents,
  compile: (calledAgent: CalledAgent, called: FindCalledAgent) => SubGraph,
): FindCalledAgent {
  const graphs = new Map<string, SubGraph>()
  const open = new Set<string>()
  const findSubgraph: FindCalledAgent = (id, ref) => {
    const key = calledAgentKey(ref)
    const calledAgent = findCalledAgent(calledAgents, ref)
    if (!calledAgent) throw broken(id, `the agent does not exist or is not published`, key)
    if (open.has(key)) throw broken(id, 'it calls itself', key)
    const cachedGraph = graphs.get(key)
    if (cachedGraph) return { calledAgent, graph: cachedGraph }
    open.add(key)
    try {
      const graph = compile(calledAgent, findSubgraph)
      graphs.set(key, graph)
      return { calledAgent, graph }
    } catch (error) {
      const isTold = error instanceof NodeFailure && error.node !== undefined
      if (!(error instanceof NodeFailure) || isTold) throw error
      throw broken(id, error.message, key)
    } finally {
      open.delete(key)
    }
  }
  return findSubgraph
}

const broken = (node: string, reason: string, key: string) =>
  new NodeFailure('GRAPH_INVALID', `\`${node}\` cannot call \`${key}\`: ${reason}`, { node })
