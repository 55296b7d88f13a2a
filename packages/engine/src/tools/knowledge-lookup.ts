import { lookUpArticles } from '@lathe-ai/runtime/tools'
import { argsSchema, stringArgument } from './definition.ts'
import type { ToolDefinition } from './definition.ts'

const MAX_RESULTS = 10

/** Searches the bundled articles, ranked by BM25. */
export const knowledgeLookup: ToolDefinition = {
  name: 'knowledge_lookup',
  description:
    'Search the knowledge base: agents, LangGraph and Lathe, and the policies of the Nordlicht shop on orders, shipping, refunds and warranty.',
  schema: argsSchema(
    {
      query: { type: 'string', minLength: 1, maxLength: 1_000 },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: MAX_RESULTS,
        description: 'Articles; 3 without it',
      },
    },
    ['query'],
  ),
  effect: 'read',
  run: ({ query, limit }) =>
    lookUpArticles(stringArgument(query), typeof limit === 'number' ? limit : 3),
}
