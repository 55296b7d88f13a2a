import MiniSearch from 'minisearch'
import { articles } from './knowledge/articles.ts'
import type { Article } from './knowledge/articles.ts'
import { searchTerm } from './search-term.ts'

let index: MiniSearch<Article> | undefined

/** Returns the articles about a question, best first by BM25, without those much less relevant than the best. */
export function searchArticles(query: string, limit: number): Article[] {
  index ??= createIndex()
  const hits = index.search(query)
  const minScore = (hits[0]?.score ?? 0) / 4
  return hits
    .filter(({ score }) => score >= minScore)
    .slice(0, limit)
    .flatMap(({ id }) => articles.find(({ title }) => title === id) ?? [])
}

/** Answers a question with the texts of the articles about it, for a model to read. */
export function lookUpArticles(query: string, limit: number): string {
  const found = searchArticles(query, limit)
  if (found.length === 0) return `Nothing is known about ${query}.`
  return found.map(({ title, text }) => `${text} (Source: ${title}.)`).join('\n\n')
}

function createIndex(): MiniSearch<Article> {
  const search = new MiniSearch<Article>({
    idField: 'title',
    fields: ['title', 'text'],
    processTerm: searchTerm,
    searchOptions: { boost: { title: 2.5 }, processTerm: searchTerm },
  })
  search.addAll(articles)
  return search
}
