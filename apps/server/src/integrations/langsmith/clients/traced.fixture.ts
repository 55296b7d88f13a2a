import type { Run } from 'langsmith'
import type { StartLangsmith } from '../../../testing/langsmith-harness.ts'

type LangsmithServer = Awaited<ReturnType<StartLangsmith>>

export async function all(runs: AsyncIterable<Run>): Promise<Run[]> {
  const found: Run[] = []
  for await (const run of runs) found.push(run)
  return found
}

/** Sends a root with an expensive model call and a failing tool call. */
export async function sendTrace(server: LangsmithServer) {
  const client = server.sdk()
  const { traceable } = server.langsmith
  const options = { client, tracingEnabled: true, project_name: 'reading' }
  const model = traceable(
    async (_question: string) => ({
      role: 'assistant',
      content: 'far',
      usage_metadata: {
        input_tokens: 10,
        output_tokens: 5,
        total_tokens: 15,
        input_token_details: { cache_read: 4, audio: 3 },
        output_token_details: { audio: 2 },
        total_cost: 0.25,
      },
    }),
    { ...options, name: 'ask', run_type: 'llm', metadata: { ls_model_name: 'm-1' } },
  )
  const tool = traceable(
    async (_place: string): Promise<string> => {
      throw new Error('no such place')
    },
    { ...options, name: 'look up', run_type: 'tool' },
  )
  const root = traceable(
    async (question: string) => {
      await tool(question).catch(() => '')
      return { said: (await model(question)).content }
    },
    { ...options, name: 'agent', tags: ['v7'], metadata: { thread_id: 'talk-9', plan: 'pro' } },
  )
  await root('where?')
  await client.awaitPendingTraceBatches()
  const runs = await all(client.listRuns({ projectName: 'reading' }))
  const byName = (name: string) => {
    const found = runs.find((run) => run.name === name)
    if (!found) throw new Error(`no run ${name}`)
    return found
  }
  return { server, client, runs, root: byName('agent'), model: byName('ask'), byName }
}
