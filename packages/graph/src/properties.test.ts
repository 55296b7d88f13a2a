import { MemorySaver } from '@langchain/langgraph'
import { GraphDocument } from '@lathe/contract'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileGraph, NodeFailure } from './compile/index.ts'
import {
  checkDocument,
  estimateDocument,
  fixesFor,
  hashDocument,
  parseDocument,
  renameChannel,
  renameNode,
} from './index.ts'
import { soundDocument, wildDocument } from './testing/arbitrary.ts'
import { environment } from './testing/environment.ts'
import { propertyRuns } from './testing/property-runs.ts'
import { testRuntime, testTool } from './testing/runtime.ts'

const tools = environment.tools.map(({ name, schema }) =>
  testTool(name, async () => 'x', { schema }),
)

const isSoundDocument = (document: GraphDocument) =>
  checkDocument(document, environment).every(({ severity }) => severity !== 'error')

test('parseDocument accepts any input or rejects it with paths', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.anything(),
        fc.json().map((text) => JSON.parse(text)),
      ),
      (input) => {
        const result = parseDocument(input)
        expect(result.ok || result.issues.length > 0).toBe(true)
      },
    ),
  )
})

test('invalid texts never stop the check, its fixes or the estimate', () => {
  fc.assert(
    fc.property(
      wildDocument,
      fc.string(),
      fc.string({ unit: 'binary' }),
      (document, text, other) => {
        const nodes = {
          ...document.nodes,
          a: { kind: 'set', values: { topic: { template: text }, notes: { expression: other } } },
          b: { kind: 'code', code: other, writes: [] },
        } as GraphDocument['nodes']
        const broken = { ...document, nodes }
        const problems = checkDocument(broken, environment)
        const fixes = problems.flatMap((problem) => fixesFor(broken, problem, environment))
        const mended = fixes.map((fix) => parseDocument(fix.apply(broken)).ok)
        const { total } = estimateDocument(broken, { priceCall: () => null })

        expect(mended).not.toContain(false)
        expect(total.calls.max).toBeGreaterThanOrEqual(total.calls.min)
      },
    ),
  )
})

test('parseDocument returns a valid document unchanged', () => {
  fc.assert(
    fc.property(wildDocument, (document) => {
      expect(parseDocument(JSON.parse(JSON.stringify(document)))).toEqual({
        ok: true,
        document: GraphDocument.parse(document),
      })
    }),
  )
})

test('a document compiles exactly if it has no errors', () => {
  let sound = 0
  const compiles = (document: GraphDocument) => {
    const { runtime } = testRuntime({ tools })
    try {
      compileGraph(document, runtime, { calledAgents: environment.calledAgents })
      return true
    } catch (error) {
      if (error instanceof NodeFailure && error.code === 'GRAPH_INVALID') return false
      throw error
    }
  }
  fc.assert(
    fc.property(fc.oneof(soundDocument, wildDocument), (document) => {
      const isSound = isSoundDocument(document)
      sound += isSound ? 1 : 0
      expect(compiles(document)).toBe(isSound)
    }),
    { numRuns: propertyRuns(400) },
  )

  expect(sound).toBeGreaterThan(20)
})

test('a document without errors completes, pauses or fails with a known error code', async () => {
  const outcomes = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(soundDocument, async (document) => {
      if (!isSoundDocument(document)) return
      const replies = Array.from({ length: 50 }, () => 'said')
      const { runtime } = testRuntime({ tools, replies })
      const graph = compileGraph(document, runtime, {
        calledAgents: environment.calledAgents,
        checkpointer: new MemorySaver(),
      })
      const config = { configurable: { thread_id: 't' }, recursionLimit: 50 }
      const outcome = await graph.invoke({ topic: 'x' }, config).then(() => 'end', codeOf)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }),
    { numRuns: propertyRuns(200) },
  )

  expect(outcomes.get('end')).toBeGreaterThan(20)
  expect([...outcomes.keys()].filter((outcome) => !/^(?:end|[A-Z_]+)$/.test(outcome))).toEqual([])
})

/** LangGraph aggregates failures of parallel nodes. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  return error instanceof NodeFailure ? error.code : String(error)
}

test('renaming a node back restores the document', () => {
  const hash = hashDocument
  fc.assert(
    fc.property(wildDocument, (document) => {
      const [id = ''] = Object.keys(document.nodes)
      const there = renameNode(document, id, 'renamed')
      const back = there.ok ? renameNode(there.document, 'renamed', id) : there
      expect(back.ok ? hash(back.document) : '').toBe(there.ok ? hash(document) : '')
    }),
  )
  fc.assert(
    fc.property(wildDocument, (document) => {
      const [channel = ''] = Object.keys(document.state)
      const there = renameChannel(document, channel, 'renamed')
      const back = there.ok ? renameChannel(there.document, 'renamed', channel) : there
      expect(back.ok ? hash(back.document) : '').toBe(there.ok ? hash(document) : '')
    }),
  )
})
