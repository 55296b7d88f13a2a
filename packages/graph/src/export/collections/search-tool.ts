import type { Plan } from '../parts/plan.ts'
import type { ToolSource } from '../tools/built-in.ts'
import { COLLECTIONS, COLLECTIONS_FILE } from './files.ts'
import { SEARCH_TOOL } from './used.ts'

/** The search tool over the project's collections; null without collections. */
export function searchToolSource({ collections, toRoot }: Plan, name: string): ToolSource | null {
  if (name !== SEARCH_TOOL || collections.size === 0) return null
  return {
    run: '({ collection, query, limit = 5 }) => searchCited(collections, collection, query, limit)',
    imports: {
      '* as collections': `/${toRoot}${COLLECTIONS_FILE}`,
      searchCited: COLLECTIONS,
    },
  }
}
