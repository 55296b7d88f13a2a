import MiniSearch from 'minisearch'
import { argsSchema, textOf } from './definition.ts'
import type { ToolDefinition } from './definition.ts'
import type { Article } from './knowledge/article.ts'
import { articles } from './knowledge/articles.ts'
import { searchTerm } from './search-term.ts'

const MOST = 10

/** Ranked by BM25 over the texts that come with Lathe. */
export const knowledgeLookup: ToolDefinition = {
  name: 'knowledge_lookup',
  description:
    'Search the knowledge base: agents, LangGraph and Lathe, and the policies of the Nordlicht shop on orders, shipping, refunds and warranty.',
  schema: argsSchema(
    {
      query: { type: 'string', minLength: 1, maxLength: 1_000 },
      limit: { type: 'integer', minimum: 1, maximum: MOST, description: 'Articles; 3 without it' },
    },
    ['query'],
  ),
  effect: 'read',
  run({ query, limit }) {
    const found = lookUp(textOf(query), typeof limit === 'number' ? limit : 3)
    if (found.length === 0) return `Nothing is known about ${textOf(query)}.`
    return found.map(({ title, text }) => `${text} (Source: ${title}.)`).join('\n\n')
  },
}

let index: MiniSearch<Article> | undefined

/** Best first; only what is about as relevant as the best. */
export function lookUp(query: string, limit: number): Article[] {
  index ??= indexed()
  const hits = index.search(query)
  const least = (hits[0]?.score ?? 0) / 4
  return hits
    .filter(({ score }) => score >= least)
    .slice(0, limit)
    .flatMap(({ id }) => articles.find(({ title }) => title === id) ?? [])
}

function indexed(): MiniSearch<Article> {
  const search = new MiniSearch<Article>({
    idField: 'title',
    fields: ['title', 'text'],
    processTerm: searchTerm,
    searchOptions: { boost: { title: 2.5 }, processTerm: searchTerm },
  })
  search.addAll(articles)
  return search
}
