import type { Plan } from '../parts/plan.ts'
import type { ToolSource } from '../tools/built-in.ts'
import { COLLECTIONS_FILE } from './files.ts'
import { SEARCH_TOOL } from './used.ts'

/** The tool that searches collections, over those the project has; null where it has none. */
export function searchToolSource({ collections, toRoot }: Plan, name: string): ToolSource | null {
  if (name !== SEARCH_TOOL || collections.size === 0) return null
  return {
    run: '({ collection, query, limit = 5 }) => cited(collections, collection, query, limit)',
    imports: {
      '* as collections': `/${toRoot}${COLLECTIONS_FILE}`,
      cited: '/lib/cited.ts',
    },
    files: {},
  }
}
