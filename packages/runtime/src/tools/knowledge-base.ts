import MiniSearch from 'minisearch'
import { type Article, articles } from './knowledge/articles.ts'

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

const COMMON = new Set(
  (
    'a about an and any are as at be been but by can could did do does for from had has have how i if in into ' +
    'is it its like may me more most my no not of on one or our should so some such than that the their them ' +
    'then there these they this to us was we were what when where which who why will with would you your'
  ).split(' '),
)

/** Normalizes a word for search: common endings are removed. Returns null for stop words. */
function searchTerm(word: string): string | null {
  const lower = word.toLowerCase().replace(/['’]s$/, '')
  if (lower.length < 2 || COMMON.has(lower)) return null
  if (lower.length <= 3) return lower
  return lower
    .replace(/ies$/, 'y')
    .replace(/(ss|sh|ch|x)es$/, '$1')
    .replace(/([^s])s$/, '$1')
    .replace(/([a-z]{3,})ing$/, '$1')
    .replace(/([a-z]{3,})ed$/, '$1')
    .replace(/([a-z]{3,})e$/, '$1')
    .replace(/([bdgklmnprt])\1$/, '$1')
}
