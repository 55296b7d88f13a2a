import type { GraphDocument } from '@lathe/contract'
import { nodePrompt } from '@lathe/nodes'
import {
  calledAgentKey,
  findCalledAgent,
  collectCalledAgents,
  findRecursion,
  NO_CALLED_AGENTS,
} from '../called-agents/called-agents.ts'
import { checkShape } from '../check/shape.ts'
import { MOST_PASSAGES } from './collections/options.ts'
import type { ExportedCollection } from './collections/options.ts'
import { searchedBy } from './collections/used.ts'
import type { ExportOptions } from './options.ts'

export type ExportBlocker = { message: string }

/** Lists the problems that prevent the export of code; empty if there are none. */
export function exportBlockers(
  document: GraphDocument,
  options: Pick<ExportOptions, 'promptOf' | 'calledAgents' | 'collections'>,
): ExportBlocker[] {
  const { calledAgents = NO_CALLED_AGENTS } = options
  const calledAgentBlockers = [...collectCalledAgents(document, calledAgents)].flatMap(
    ([name, calledAgent]) =>
      listBlockers(calledAgent.document, options).map(({ message }) => ({
        message: `\`${name}\`: ${message}`,
      })),
  )
  return [...listBlockers(document, options), ...calledAgentBlockers]
}

function listBlockers(
  document: GraphDocument,
  {
    promptOf = () => undefined,
    calledAgents = NO_CALLED_AGENTS,
    collections = [],
  }: Pick<ExportOptions, 'promptOf' | 'calledAgents' | 'collections'>,
): ExportBlocker[] {
  const problems: ExportBlocker[] = checkShape(document).map(({ message }) => ({ message }))
  for (const [id, node] of Object.entries(document.nodes)) {
    if (node.kind === 'agent-call' && !findCalledAgent(calledAgents, node)) {
      const message = `There is no agent \`${calledAgentKey(node)}\`, which \`${id}\` calls`
      problems.push({ message })
    }
    if (node.kind === 'agent-call' && findRecursion(node, calledAgents, undefined)) {
      problems.push({ message: `The agent that \`${id}\` calls is recursive` })
    }
    const prompt = nodePrompt(node)
    if (prompt && !('messages' in prompt) && !promptOf(prompt)) {
      problems.push({ message: `There is no prompt \`${prompt.name}\`, which \`${id}\` takes` })
    }
  }
  for (const [name, id] of searchedBy(document)) {
    const message = collectionBlocker(collections.find((candidate) => candidate.name === name))
    if (message) problems.push({ message: `${message(`\`${name}\``)}, which \`${id}\` searches` })
  }
  return problems
}

function collectionBlocker(collection: ExportedCollection | undefined) {
  if (!collection) return (name: string) => `There is no collection ${name}`
  const { count, embedding } = collection
  if (count > MOST_PASSAGES) {
    return (name: string) =>
      `A project can take ${MOST_PASSAGES} passages along, and there are ${count} in ${name}`
  }
  return embedding === null ? (name: string) => `Nothing is indexed in ${name}` : null
}
