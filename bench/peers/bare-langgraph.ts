import { Annotation, END, START, StateGraph } from '@langchain/langgraph'

const State = Annotation.Root({
  count: Annotation<number>({ reducer: (sum, value) => sum + value, default: () => 0 }),
})

/** The lower limit: the same chain in process, without checkpoints or tracing. */
export function bareChain(length: number) {
  const graph = new StateGraph(State)
  const steps = Array.from({ length }, (_, index) => `step${index}`)
  for (const step of steps) graph.addNode(step, () => ({ count: 1 }))
  const built = graph as unknown as StateGraph<
    typeof State.spec,
    typeof State.State,
    typeof State.Update,
    string
  >
  for (const [index, from] of [START, ...steps].entries()) {
    built.addEdge(from, steps[index] ?? END)
  }
  const compiled = built.compile()
  return () => compiled.invoke({ count: 0 })
}
