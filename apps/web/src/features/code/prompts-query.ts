import type { GraphDocument } from '@lathe/contract'
import { registryRefs } from '@lathe/graph'
import { loadPrompts } from '@lathe/graph/export'
import { api, client } from '../../lib/api.ts'

/** The prompts of the registry that a document names, as a project is written with them. */
export const promptsQuery = (document: GraphDocument) => ({
  queryKey: [...api.prompts.key(), 'exported', registryRefs(document).map(({ ref }) => ref)],
  queryFn: async () => ({ promptOf: await loadPrompts(document, client.prompts) }),
  structuralSharing: false,
})
