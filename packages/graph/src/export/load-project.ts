import type { AgentCall, CalledAgents, GraphDocument } from '@lathe/contract'
import { listCalledAgents, NO_CALLED_AGENTS } from '../called-agents/called-agents.ts'
import { exportBlockers } from './blockers.ts'
import type { ExportBlocker } from './blockers.ts'
import { loadCollections } from './collections/load.ts'
import type { CollectionSource } from './collections/load.ts'
import { exportProject } from './export-project.ts'
import { loadPrompts } from './load-prompts.ts'
import type { PromptSource } from './load-prompts.ts'
import type { ExportedFile, ExportOptions, ToolDescription } from './options.ts'

/** The API's procedures that an export reads. */
export type ProjectSource = {
  tools: { list: () => Promise<readonly ToolDescription[]> }
  agents: { calledAgents: (input: { refs: AgentCall[] }) => Promise<CalledAgents> }
  knowledge: CollectionSource
  prompts: PromptSource
}

/** Loads what a graph depends on and exports it. Returns the files and the problems that prevent code. */
export async function loadProject(
  document: GraphDocument,
  agent: Pick<ExportOptions, 'name' | 'slug'>,
  source: ProjectSource,
): Promise<{ files: ExportedFile[]; blockers: ExportBlocker[] }> {
  const refs = listCalledAgents(document)
  const [tools, promptOf, calledAgents] = await Promise.all([
    source.tools.list(),
    loadPrompts(document, source.prompts),
    refs.length === 0 ? NO_CALLED_AGENTS : source.agents.calledAgents({ refs }),
  ])
  const collections = await loadCollections(document, calledAgents, source.knowledge)
  const { name, slug } = agent
  return {
    files: exportProject(document, { name, slug, tools, calledAgents, collections, promptOf }),
    blockers: exportBlockers(document, { calledAgents, collections, promptOf }),
  }
}
