import { Socket } from 'node:net'
import type { GraphDocument } from '@lathe/contract'
import * as fc from 'fast-check'
import { afterAll, expect, test, vi } from 'vitest'
import { compileGraph, NodeFailure } from './compile/index.ts'
import { exportProject, importProject } from './export/index.ts'
import {
  listGraphChanges,
  checkDocument,
  describeConflict,
  describeDiff,
  diffDocuments,
  estimateDocument,
  exceeds,
  fixesFor,
  hashDocument,
  mergeDocuments,
  parseDocument,
} from './index.ts'
import type { ParseIssue } from './index.ts'
import { hostileInput, EXECUTION_MARK } from './testing/hostile.ts'
import { environment } from './testing/environment.ts'
import { propertyRuns } from './testing/property-runs.ts'
import { testRuntime, testTool } from './testing/runtime.ts'

const numRuns = propertyRuns(250)
/** Limit of processor time, independent of other load on the machine. */
const LONGEST_MICROS = 5_000_000

const tools = environment.tools.map(({ name, schema }) => ({ name, description: name, schema }))
const connect = vi.spyOn(Socket.prototype, 'connect')
const fetched = vi.spyOn(globalThis, 'fetch')

afterAll(() => {
  vi.restoreAllMocks()
})

/** A failing input may be megabytes long, so the report contains only how to reproduce it. */
function tellBriefly({
  failed,
  seed,
  counterexamplePath,
  errorInstance,
}: fc.RunDetails<[unknown]>) {
  if (!failed) return
  const cause = errorInstance instanceof Error ? errorInstance : new Error(String(errorInstance))
  throw new Error(
    `PROPERTY_SEED=${seed}, path ${counterexamplePath}: ${cause.message.slice(0, 500)}`,
    {
      cause: cause.stack?.slice(0, 2_000),
    },
  )
}

/** The previous document, for functions that compare two. */
let other: GraphDocument | undefined

test('hostile input never blocks, is executed or reaches the network', () => {
  const accepted = { documents: 0, sound: 0 }
  fc.assert(
    fc.property(hostileInput, (input) => {
      const started = process.threadCpuUsage()
      const parsed = parseDocument(input)
      if (parsed.ok) {
        accepted.documents += 1
        accepted.sound += survives(parsed.document) ? 1 : 0
        other = parsed.document
      } else refusedWithPaths(input, parsed.issues)

      const { user, system } = process.threadCpuUsage(started)
      expect(user + system).toBeLessThan(LONGEST_MICROS)
      expect(globalThis).not.toHaveProperty(EXECUTION_MARK)
      expect(connect).not.toHaveBeenCalled()
      expect(fetched).not.toHaveBeenCalled()
    }),
    { numRuns, endOnFailure: true, reporter: tellBriefly },
  )

  expect(accepted.documents).toBeGreaterThan(numRuns / 20)
  expect(accepted.sound).toBeGreaterThan(numRuns / 200)
}, 3_600_000)

/** Runs every analysis on a document. Returns whether the document has no errors. */
function survives(document: GraphDocument): boolean {
  const problems = checkDocument(document, environment)
  for (const problem of problems.slice(0, 20)) {
    for (const { apply } of fixesFor(document, problem, environment)) {
      expect(parseDocument(apply(document))).toMatchObject({ ok: true })
    }
  }
  compareWith(other ?? document, document)
  const { total } = estimateDocument(document, { priceCall: () => 1 })
  expect(total.tokens.max).toBeGreaterThanOrEqual(total.tokens.min)
  exceeds({ total }, { tokens: 1 })

  const back = importProject(exportProject(document, { name: 'It', slug: 'it', tools }))
  expect(back.ok && JSON.stringify(back.document)).toBe(JSON.stringify(document))

  const isSound = problems.every(({ severity }) => severity !== 'error')
  expect(compiles(document) || !isSound).toBe(true)
  return isSound
}

function compareWith(before: GraphDocument, after: GraphDocument): void {
  const diff = diffDocuments(before, after)
  expect(listGraphChanges(diff).length > 0).toBe(hashDocument(before) !== hashDocument(after))
  describeDiff(diff)
  const base = { ...before, edges: before.edges.slice(1) }
  const { document, conflicts } = mergeDocuments(base, before, after)
  for (const conflict of conflicts) expect(describeConflict(conflict)).not.toBe('')
  expect(parseDocument(document)).toMatchObject({ ok: true })
}

function compiles(document: GraphDocument): boolean {
  const { runtime } = testRuntime({
    tools: environment.tools.map(({ name, schema }) => testTool(name, async () => 'x', { schema })),
  })
  try {
    compileGraph(document, runtime, { calledAgents: environment.calledAgents })
    return true
  } catch (error) {
    if (error instanceof NodeFailure && error.code === 'GRAPH_INVALID') return false
    throw error
  }
}

function refusedWithPaths(input: unknown, issues: readonly ParseIssue[]): void {
  expect(issues).not.toEqual([])
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input)
  for (const { path, message } of issues) {
    expect(message).not.toBe('')
    expect(path !== '' || !isObject || '' in input).toBe(true)
  }
  const text = textOf(input)
  if (text === undefined) return
  const imported = importProject([{ path: 'agent.lathe.json', text }])
  expect(imported.ok || imported.issues.length > 0).toBe(true)
}

/** Undefined for values that JSON cannot represent. */
function textOf(input: unknown): string | undefined {
  try {
    return JSON.stringify(input)
  } catch {
    return undefined
  }
}
