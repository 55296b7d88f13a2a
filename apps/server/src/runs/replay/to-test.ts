import type { TestAssertion, TestFile } from '@lathe/contract'
import { toolsUsed } from '@lathe/graph'
import { exportedNodeNames, searchedBy } from '@lathe/graph/export'
import { helperFile, testFiles } from '@lathe/replay/write'
import type { Context } from '../../api/context.ts'
import { readEvents } from './read-events.ts'
import { readExecution } from './read-execution.ts'
import { redactRecording } from './redact-recording.ts'
import { getRecorded, type ReplayErrors } from './start-replay.ts'

type Asked = { id: string; assertions: readonly TestAssertion[]; name?: string | undefined }

/**
 * Exports a recorded run as a Vitest file with its recording and the replay helper, for the project
 * of its graph.
 */
export async function toTest(
  context: Pick<Context, 'db' | 'workspaceId' | 'limits'>,
  { id, assertions, name = `run-${id.slice(-8)}` }: Asked,
  errors: Pick<ReplayErrors, 'NO_SUCH_TRACE' | 'NOT_REPLAYABLE'>,
): Promise<TestFile[]> {
  const { db, workspaceId, limits } = context
  const recorded = await getRecorded(context, id, errors)
  const refuse = (reason: string) => errors.NOT_REPLAYABLE({ data: { reason } })
  const { input, graph, calledAgents, options, budget, title } = recorded
  if (input === null || options.checkpoint || options.only !== undefined) {
    throw refuse('The run continued an earlier state, and a test must start from the input.')
  }
  if (recorded.status === 'interrupted') throw refuse('The run still waits for an answer.')
  const execution = await readExecution(db, workspaceId, id)
  if (!execution) throw errors.NO_SUCH_TRACE()
  const nodes: { node: string; superstep: number }[] = []
  for await (const body of readEvents(db, id)) if (body.type === 'node-start') nodes.push(body)
  const documents = [graph.document, ...Object.values(calledAgents).map(({ document }) => document)]
  const { recording } = redactRecording({
    title,
    input,
    output: execution.output,
    exchanges: [...execution.exchanges],
  })
  const names = exportedNodeNames(graph.document)
  const steps = budget.steps ?? limits.runSteps
  const test = testFiles(
    { ...recording, steps, names, nodes },
    {
      name,
      assertions,
      hasTools: documents.some((document) => toolsUsed(document).length > 0),
      hasCollections: documents.some((document) => searchedBy(document).size > 0),
    },
  )
  return [...test, helperFile]
}
