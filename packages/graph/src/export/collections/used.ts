import type { CalledAgents, GraphDocument } from '@lathe/contract'
import { nodeCollections } from '@lathe/nodes'
import { collectCalledAgents } from '../../called-agents/called-agents.ts'
import { toolsUsed } from '../../kinds/tools.ts'

export const SEARCH_TOOL = 'knowledge_search'

/** The collections that nodes search, each with the first such node. */
export const searchedBy = ({ nodes }: GraphDocument): Map<string, string> =>
  new Map(
    Object.entries(nodes)
      .flatMap(([id, node]): [string, string][] =>
        nodeCollections(node).map((collection) => [collection, id]),
      )
      .toReversed(),
  )

/** Whether a graph or one of its called agents searches. */
export const isSearching = (document: GraphDocument, calledAgents: CalledAgents): boolean =>
  withCalled(document, calledAgents).some(
    (one) => searchedBy(one).size > 0 || toolsUsed(one).includes(SEARCH_TOOL),
  )

const withCalled = (document: GraphDocument, calledAgents: CalledAgents): GraphDocument[] => [
  document,
  ...[...collectCalledAgents(document, calledAgents).values()].map(
    (calledAgent) => calledAgent.document,
  ),
]

/**
 * The collections that a graph and its called agents can search. A search tool can reach those that the texts
 * name.
 */
export function collectionsUsed(
  document: GraphDocument,
  calledAgents: CalledAgents,
  known: readonly string[],
): string[] {
  const used = withCalled(document, calledAgents).flatMap((document) => {
    const asksAny = toolsUsed(document).includes(SEARCH_TOOL)
    const searched = searchedBy(document)
    return known.filter((name) => searched.has(name) || (asksAny && isNamed(document, name)))
  })
  return [...new Set(used)]
}

const isNamed = ({ nodes }: GraphDocument, name: string): boolean =>
  new RegExp(`(?<![a-z0-9-])${name}(?![a-z0-9-])`).test(JSON.stringify(nodes))
