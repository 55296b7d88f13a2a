import { Command, MemorySaver } from '@langchain/langgraph'
import type { GraphDocument, Interrupt, JsonObject } from '@lathe/contract'
import { compileGraph } from '../compile/index.ts'
import type { CompileOptions, GraphRuntime } from '../compile/index.ts'

/** Compiles a document and runs it once. Returns the final state as plain data. */
export async function runOnce(
  document: GraphDocument,
  runtime: GraphRuntime,
  input: JsonObject = {},
  options: CompileOptions = {},
) {
  const end = await compileGraph(document, runtime, options).invoke(input)
  return runtime.toJson(end) as JsonObject
}

/** Compiles a graph and runs it on a thread, with the interrupts it raised. */
export function onThread(
  document: GraphDocument,
  runtime: GraphRuntime,
  options: CompileOptions = {},
) {
  const checkpointer = new MemorySaver()
  const graph = compileGraph(document, runtime, { ...options, checkpointer })
  const config = { configurable: { thread_id: 'thread' } }
  return {
    graph,
    config,
    run: async (input: Parameters<typeof graph.invoke>[0]) =>
      runtime.toJson(await graph.invoke(input, config)) as JsonObject,
    pauses: async () => {
      const { tasks } = await graph.getState(config)
      return tasks.flatMap((task) =>
        task.interrupts.map(
          ({ id = '', value }) => ({ id, ...(value as Omit<Interrupt, 'id'>) }) as Interrupt,
        ),
      )
    },
  }
}

/** Builds a resume command with answers by interrupt id. */
export const resume = (answers: Record<string, unknown>) => new Command({ resume: answers })
