import type { ExperimentResults } from '@lathe/contract'
import type { Queries } from '../../platform/db/db.ts'
import { fromJson } from '../../platform/db/json.ts'
import { inputsTold, type Telling } from './excerpt.ts'

const SOME = 500

/** As they were last, those that are gone since too; in the order of the dataset. */
export async function listAnswered(
  db: Queries,
  workspaceId: string,
  datasetId: string,
  ids: readonly string[],
  telling: Telling,
): Promise<ExperimentResults['examples']> {
  const found = new Map<string, { position: number; content: ExperimentResults['examples'][0] }>()
  for (let start = 0; start < ids.length; start += SOME) {
    const rows = await db
      .selectFrom('dataset_examples')
      .select(['id', 'position', 'content'])
      .where('workspace_id', '=', workspaceId)
      .where('dataset_id', '=', datasetId)
      .where('id', 'in', ids.slice(start, start + SOME))
      .orderBy('version_from')
      .execute()
    for (const { id, position, content: text } of rows) {
      const { inputs, reference } = fromJson(text)
      const content = { id, inputs: inputsTold(inputs, telling), reference: telling(reference) }
      found.set(id, { position, content })
    }
  }
  return [...found.values()]
    .toSorted((a, b) => a.position - b.position)
    .map(({ content }) => content)
}
