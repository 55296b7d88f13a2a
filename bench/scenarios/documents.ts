import { GraphDocument } from '@lathe/contract'
import { checkDocument, diffDocuments } from '@lathe/graph'
import type { Row } from '../lib/report.ts'
import { median } from '../lib/statistics.ts'
import { prompts, versions } from '../lib/versions.ts'

const ROUNDS = 9

const environment = {
  tools: [],
  collections: [],
  connections: [{ name: 'demo' }],
  agents: [],
  calledAgents: {},
  prompts: [],
}

function timed(work: () => unknown): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const started = performance.now()
    work()
    return performance.now() - started
  })
  return median(times)
}

/** Checks 1,000 nodes and compares two versions of 500, relative to parsing the document. */
export async function documents(): Promise<Row[]> {
  const large = prompts(1_000, 'step', 'answer briefly about')
  const [before, after] = versions(500)
  const parse = timed(() => GraphDocument.parse(structuredClone(large)))
  const check = timed(() => checkDocument(large, environment))
  const diff = timed(() => diffDocuments(before, after))
  const beside = [`parsing the 1,000 nodes: ${parse.toFixed(1)} ms`]
  const ratio = (ms: number) => `${(ms / parse).toFixed(1)}×`
  return [
    {
      what: 'check of 1,000 nodes',
      lathe: `${check.toFixed(1)} ms`,
      peers: beside,
      ratio: ratio(check),
    },
    {
      what: 'diff of two versions of 500 nodes, all renamed and changed',
      lathe: `${diff.toFixed(1)} ms`,
      peers: beside,
      ratio: ratio(diff),
    },
  ]
}
