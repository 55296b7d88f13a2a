import type { GraphDocument, Problem } from '@lathe/contract'
import { checkDocument, type CheckEnvironment, fixesFor } from '@lathe/graph'
import { createWarmUpGraph } from './warm-up-graph.ts'

export type CheckRequest = { id: number; document: GraphDocument; environment: CheckEnvironment }

export type CheckAnswer =
  | { id: number; type: 'problems'; problems: Problem[] }
  | { id: number; type: 'fixes'; fixes: FixLabels }

/** Labels of fixes by index of the problem. */
export type FixLabels = [index: number, labels: string[]][]

const answer = (message: CheckAnswer) => postMessage(message)

/** Maximum number of problems to look up fixes for. */
const MAX_FIXES = 60

// Warms up the check, so that the first document is checked fast.
checkDocument(createWarmUpGraph(), {
  tools: [],
  connections: [],
  collections: [],
  agents: [],
  calledAgents: {},
  prompts: [],
})

let newest = 0

addEventListener('message', ({ data }: MessageEvent<CheckRequest>) => {
  const { id, document, environment } = data
  newest = id
  const problems = checkDocument(document, environment)
  answer({ id, type: 'problems', problems })
  void sendFixes(data, problems)
})

/** Finds fixes by trying them, which is slow. Stops when a newer document arrives. */
async function sendFixes(
  { id, document, environment }: CheckRequest,
  problems: readonly Problem[],
): Promise<void> {
  const fixes: FixLabels = []
  const isError = ({ severity }: Problem) => severity === 'error'
  const indexed = [...problems.entries()]
  const first = indexed.toSorted(([, a], [, b]) => Number(isError(b)) - Number(isError(a)))
  for (const [index, problem] of first.slice(0, MAX_FIXES)) {
    await new Promise((resolve) => {
      setTimeout(resolve)
    })
    if (id !== newest) return
    const labels = fixesFor(document, problem, environment).map(({ label }) => label)
    if (labels.length > 0) fixes.push([index, labels])
  }
  answer({ id, type: 'fixes', fixes })
}
