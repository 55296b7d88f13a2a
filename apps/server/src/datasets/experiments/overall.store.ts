import type { ExperimentRemark } from '@lathe/contract'
import { scoreNumber } from '../../traces/query/feedback-of-traces.ts'
import { fromJsonOrNull } from '../../platform/db/json.ts'
import type { Queries } from '../../platform/db/db.ts'
import { excerpt } from './excerpt.ts'

/** What was said of these experiments and of no trace of theirs: the newest of each key, by name. */
export async function listOverall(
  db: Queries,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, ExperimentRemark[]>> {
  const rows = await db
    .selectFrom('feedback')
    .select(['project_id', 'key', 'value', 'comment', scoreNumber.as('number')])
    .where('workspace_id', '=', workspaceId)
    .where('project_id', 'in', ids)
    .where('span_id', 'is', null)
    .where('trace_id', 'is', null)
    .where('comparative_id', 'is', null)
    .orderBy('key')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const newest = new Map<string, Map<string, ExperimentRemark>>()
  for (const { project_id: project, key, value, comment, number } of rows) {
    const own = newest.get(project ?? '') ?? new Map<string, ExperimentRemark>()
    const text = excerpt(fromJsonOrNull(value))
    own.set(key, {
      key,
      score: number,
      value: text === '' ? null : text,
      comment,
    })
    newest.set(project ?? '', own)
  }
  return new Map([...newest].map(([project, own]) => [project, [...own.values()]]))
}
