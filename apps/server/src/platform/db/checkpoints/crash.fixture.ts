// Started by `crash.test.ts`, which kills this process in the middle of a step.
import { appendFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunnableConfig } from '@langchain/core/runnables'
import { Annotation, END, START, StateGraph } from '@langchain/langgraph'
import type { PendingWrite } from '@langchain/langgraph-checkpoint'
import { type DatabaseConfig, openDatabase } from '../open.ts'
import { DEFAULT_WORKSPACE } from '../schema.ts'
import { Checkpointer } from './checkpointer.ts'

const State = Annotation.Root({
  done: Annotation<string[]>({
    reducer: (current, update) => [...current, ...update],
    default: () => [],
  }),
})

/**
 * Runs `prepare`, then `quick` and `slow` in parallel, then `join`. Each start of a step appends a
 * line to `log`.
 */
export const crashGraph = (checkpointer: Checkpointer, log: string, slowMs: number) => {
  const step =
    (name: string, ms = 0) =>
    async () => {
      await appendFile(log, `${name}\n`)
      await sleep(ms)
      return { done: [name] }
    }
  return new StateGraph(State)
    .addNode('prepare', step('prepare'))
    .addNode('quick', step('quick'))
    .addNode('slow', step('slow', slowMs))
    .addNode('join', step('join'))
    .addEdge(START, 'prepare')
    .addEdge('prepare', 'quick')
    .addEdge('prepare', 'slow')
    .addEdge(['quick', 'slow'], 'join')
    .addEdge('join', END)
    .compile({ checkpointer })
}

/** Prints when the writes of a step are acknowledged. */
class ReportingCheckpointer extends Checkpointer {
  override async putWrites(config: RunnableConfig, writes: PendingWrite[], taskId: string) {
    await super.putWrites(config, writes, taskId)
    for (const [channel, value] of writes)
      if (channel === 'done') process.stdout.write(`${JSON.stringify(value)}\n`)
  }
}

if (import.meta.main) {
  const [config = '{}', log = ''] = process.argv.slice(2)
  const database: DatabaseConfig = JSON.parse(config)
  const checkpointer = new ReportingCheckpointer(await openDatabase(database), DEFAULT_WORKSPACE)
  const graph = crashGraph(checkpointer, log, 60_000)
  await graph.invoke({ done: [] }, { configurable: { thread_id: 'crash' }, durability: 'sync' })
}
