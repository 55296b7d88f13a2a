import type { Agent, CalledAgents, GraphDocument, Tool } from '@lathe/contract'
import {
  exportProject,
  type ExportedCollection,
  type ExportedFile,
  type ExportOptions,
  loadCollections,
  loadPrompts,
} from '@lathe/graph/export'
import { useMemo } from 'react'
import { listCalledAgents, NO_CALLED_AGENTS, registryRefs } from '@lathe/graph'
import { queryOptions } from '@tanstack/react-query'
import { api, client } from '../../lib/api/api.ts'

type ExportResult = {
  tools: readonly Tool[]
  calledAgents: CalledAgents
  collections: readonly ExportedCollection[]
  findPrompt: NonNullable<ExportOptions['promptOf']>
}

/** Returns the project's files, those in its root first. */
export function useProject(
  { name, slug }: Pick<Agent, 'name' | 'slug'>,
  document: GraphDocument,
  { tools, calledAgents, collections, findPrompt }: ExportResult,
): ExportedFile[] {
  return useMemo(() => {
    const files = exportProject(document, {
      name,
      slug,
      tools,
      calledAgents,
      collections,
      promptOf: findPrompt,
    })
    return files.toSorted((a, b) => folderRank(a.path) - folderRank(b.path) || rank(a, b))
  }, [document, name, slug, tools, calledAgents, collections, findPrompt])
}

const FOLDERS = ['', 'nodes', 'tools', 'collections', 'vendor', 'agents']

const folderRank = (path: string): number =>
  FOLDERS.indexOf(path.includes('/') ? (path.split('/')[0] ?? '') : '')

/** Lists code before configuration. */
const SETTINGS = /\.json$|^\./

function rank(a: ExportedFile, b: ExportedFile): number {
  const settings = Number(SETTINGS.test(a.path)) - Number(SETTINGS.test(b.path))
  return settings || a.path.localeCompare(b.path, 'en')
}

/** Loads the agents a document calls. Sends no request if it calls none. */
export function calledAgentsQuery(document: GraphDocument) {
  const refs = listCalledAgents(document)
  return queryOptions({
    queryKey: api.agents.calledAgents.queryKey({ input: { refs } }),
    queryFn: async (): Promise<CalledAgents> =>
      refs.length === 0 ? NO_CALLED_AGENTS : client.agents.calledAgents({ refs }),
  })
}

/** Loads the collections that a project exports for its retrieve nodes. */
export const collectionsQuery = (document: GraphDocument, calledAgents: CalledAgents) =>
  queryOptions({
    queryKey: [...api.knowledge.passages.key(), { document, calledAgents }],
    queryFn: () => loadCollections(document, calledAgents, client.knowledge),
  })

/** Loads the registry prompts that a document uses. */
export const promptsQuery = (document: GraphDocument) => ({
  queryKey: [...api.prompts.key(), 'exported', registryRefs(document).map(({ ref }) => ref)],
  queryFn: async () => ({ promptOf: await loadPrompts(document, client.prompts) }),
  structuralSharing: false,
})

/** Loads the graph of a version, or the saved draft. */
export function documentQuery(agent: string, version: number | undefined) {
  return queryOptions({
    queryKey:
      version === undefined
        ? [...api.agents.draft.key({ input: { agent } }), 'code']
        : [...api.agents.version.key({ input: { agent, number: version } }), 'code'],
    queryFn: async (): Promise<GraphDocument> => {
      const { document } =
        version === undefined
          ? await client.agents.draft({ agent })
          : await client.agents.version({ agent, number: version })
      return document
    },
    staleTime: version === undefined ? 0 : Number.POSITIVE_INFINITY,
  })
}
