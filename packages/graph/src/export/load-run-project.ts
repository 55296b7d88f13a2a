import type { CalledAgents, GraphDocument } from '@lathe/contract'
import { loadProject } from './load-project.ts'
import type { ProjectSource } from './load-project.ts'
import type { ExportOptions } from './options.ts'

type ById = { id: string }

/** The API's procedures that the export of a run reads. */
export type RunProjectSource = Omit<ProjectSource, 'agents'> & {
  runs: {
    graph: (run: ById) => Promise<GraphDocument>
    calledAgents: (run: ById) => Promise<CalledAgents>
    get: (run: ById) => Promise<{ agentSlug: string }>
  }
  agents: {
    get: (asked: { agent: string }) => Promise<Pick<ExportOptions, 'name' | 'slug'>>
  }
}

/** Exports the graph of a run, with the agents it called in their versions of then. */
export async function loadRunProject(id: string, source: RunProjectSource) {
  const [document, calledAgents, { agentSlug }] = await Promise.all([
    source.runs.graph({ id }),
    source.runs.calledAgents({ id }),
    source.runs.get({ id }),
  ])
  const agent = await source.agents.get({ agent: agentSlug })
  const { tools, knowledge, prompts } = source
  return loadProject(document, agent, {
    tools,
    knowledge,
    prompts,
    agents: { calledAgents: async () => calledAgents },
  })
}
