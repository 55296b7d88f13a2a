import { fromRunError, LatheError } from '../errors/lathe-error.ts'
import { argsSchema, stringArgument, type ToolDefinition } from './definition.ts'

const MAX_RESULTS = 20
const DEFAULT_RESULTS = 5
const KEYWORD_NOTE =
  'Search by meaning is unavailable: these passages contain words of the query and may miss others.'

/** Searches a collection of the workspace. Passages are numbered, so that answers can cite them. */
export const knowledgeSearch: ToolDefinition = {
  name: 'knowledge_search',
  description:
    'Search a collection of documents by meaning and by words; the passages come numbered, with their sources.',
  schema: argsSchema(
    {
      collection: { type: 'string', minLength: 1, maxLength: 64, description: 'Its name' },
      query: { type: 'string', minLength: 1, maxLength: 8_000 },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: MAX_RESULTS,
        description: `Passages; ${DEFAULT_RESULTS} without it`,
      },
    },
    ['collection', 'query'],
  ),
  effect: 'read',
  async run({ collection, query, limit }, { search, signal }) {
    if (!search) throw new LatheError('TOOL_ERROR', 'There are no collections to search')
    const k = typeof limit === 'number' ? limit : DEFAULT_RESULTS
    const searchRequest = {
      collection: stringArgument(collection),
      query: stringArgument(query),
      k,
    }
    const found = await search(searchRequest, { signal })
    if (!found.ok) throw fromRunError(found.error)
    if (found.embeddingError && found.chunks.length === 0) throw fromRunError(found.embeddingError)
    if (found.chunks.length === 0) return `Nothing was found about ${searchRequest.query}.`
    const passages = found.chunks.map(
      ({ text, source }, index) => `[${index + 1}] ${text} (Source: ${source}.)`,
    )
    return [...(found.embeddingError ? [KEYWORD_NOTE] : []), ...passages].join('\n\n')
  },
}
