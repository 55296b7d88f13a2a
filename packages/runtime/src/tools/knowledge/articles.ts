import { agentArticles } from './agents.ts'
import type { Article } from './article.ts'
import { langGraphArticles } from './lang-graph.ts'
import { latheArticles } from './lathe.ts'
import { shopArticles } from './shop.ts'

export type { Article }

export const articles: readonly Article[] = [
  ...agentArticles,
  ...langGraphArticles,
  ...latheArticles,
  ...shopArticles,
]
