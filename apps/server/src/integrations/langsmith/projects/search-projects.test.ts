import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { atomic } from '../../../platform/db/atomic.ts'
import { rowInserter } from '../../../platform/db/insert-rows.ts'
import { toJson } from '../../../platform/db/json.ts'
import { DEFAULT_WORKSPACE } from '../../../platform/db/schema.ts'
import { describeDatabases } from '../../../testing/databases.ts'
import { projectStats } from './search-projects.ts'

const insertFeedback = rowInserter('feedback')

describeDatabases('project summaries', (db) => {
  test('a project summary reads only the newest feedback', async () => {
    const project = v7()
    const feedback = Array.from({ length: 10_002 }, (_, index) => ({
      workspace_id: DEFAULT_WORKSPACE,
      id: v7(),
      span_id: v7(),
      trace_id: null,
      project_id: project,
      comparative_id: null,
      key: 'helpful',
      score: toJson(index < 2 ? 100 : 1),
      value: null,
      comment: null,
      correction: null,
      source: toJson({ type: 'api' }),
      extra: null,
      created_at: index,
      modified_at: index,
    }))
    await atomic(db(), insertFeedback(db(), feedback))

    const { feedback_stats: stats } = await projectStats(db(), DEFAULT_WORKSPACE, project)

    expect(stats['helpful']).toMatchObject({ n: 10_000, max: 1 })
  })
})
