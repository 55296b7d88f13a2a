import { END, START } from '@langchain/langgraph'
import { pendingCalls } from './pending-calls.ts'
import type { LoopParts, ToolParts } from './loop-parts.ts'
import { loopGraph } from './loop-state.ts'
import type { LoopGraph } from './loop-state.ts'
import { ANSWER, answerStep, MODEL, modelStep } from './model-steps.ts'
import { SUMMARIZE, summarizeStep } from './summarize-step.ts'
import { APPROVE, approveStep, callTools, TOOLS, toolStep } from './tool-steps.ts'

/** The tool loop as a graph: every step has its own checkpoint, every tool call its own task. */
export function buildLoop(parts: LoopParts) {
  const graph = loopGraph()
  const first = parts.summarize ? SUMMARIZE : MODEL
  const canAnswer = parts.answer !== undefined
  if (parts.summarize) {
    graph.addNode(SUMMARIZE, summarizeStep(parts), step(parts, SUMMARIZE))
    graph.addEdge(SUMMARIZE, MODEL)
  }
  const ends = [
    END,
    first,
    ...(parts.runsTools ? toolNodes(parts) : []),
    ...(canAnswer ? [ANSWER] : []),
  ]
  graph.addNode(MODEL, modelStep(parts, first), { ...step(parts, MODEL), ends })
  if (parts.runsTools) addToolSteps(graph, parts, first)
  if (canAnswer) {
    graph.addNode(ANSWER, answerStep(parts), { ...step(parts, ANSWER), ends: [ANSWER, END] })
  }
  graph.addEdge(START, first)
  return graph.compile({ name: parts.id })
}

/** Runs the calls a message waits for, and nothing else. */
export function buildToolRunner(parts: ToolParts) {
  const graph = loopGraph()
  addToolSteps(graph, parts, END)
  graph.addConditionalEdges(
    START,
    (state) => {
      const { calls } = pendingCalls(state.messages)
      return calls.length > 0 ? callTools(parts, calls) : END
    },
    [...toolNodes(parts), END],
  )
  return graph.compile({ name: parts.id })
}

function addToolSteps(graph: LoopGraph, parts: ToolParts, next: string): void {
  graph.addNode(TOOLS, toolStep(parts), step(parts, TOOLS))
  graph.addEdge(TOOLS, next)
  if (parts.approvals.size === 0) return
  graph.addNode(APPROVE, approveStep(parts, next), { ...step(parts, APPROVE), ends: [TOOLS, next] })
}

function toolNodes({ approvals }: ToolParts): string[] {
  return approvals.size > 0 ? [TOOLS, APPROVE] : [TOOLS]
}

function step({ id }: ToolParts, name: string) {
  return { metadata: { lathe_node: `${id}/${name}` } }
}
