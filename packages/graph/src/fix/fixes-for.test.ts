import type { GraphDocument, Problem } from '@lathe/contract'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { callCases } from '../check/call.cases.ts'
import { contentCases } from '../check/content.cases.ts'
import { checkDocument } from '../check/check.ts'
import { stateCases } from '../check/state.cases.ts'
import { structureCases } from '../check/structure.cases.ts'
import { warningCases } from '../check/warning.cases.ts'
import { parseDocument } from '../document/parse.ts'
import { soundDocument, wildDocument } from '../testing/arbitrary.ts'
import { graph } from '../testing/documents.ts'
import { environment } from '../testing/environment.ts'
import { propertyRuns } from '../testing/property-runs.ts'
import { fixesFor } from './fixes-for.ts'

const check = (document: GraphDocument) => checkDocument(document, environment)

/** Without a start, reachability problems are not reported. */
const HIDDEN: Record<string, string[]> = {
  NO_START: ['UNREACHABLE', 'DEAD_END', 'NEVER_WRITTEN'],
  EMPTY_GRAPH: ['UNKNOWN_NODE'],
}

function expectFixed(document: GraphDocument, problem: Problem, after: GraphDocument) {
  const count = (problems: Problem[], code: string) =>
    problems.filter((one) => one.code === code && one.severity === 'error').length
  const isSame = ({ code, message }: Problem) =>
    code === problem.code && message === problem.message
  const [before, now] = [check(document), check(after)]
  const gone = Object.keys(HIDDEN).filter((code) => count(now, code) < count(before, code))
  const hidden = new Set(gone.flatMap((code) => HIDDEN[code] ?? []))
  const added = now
    .map(({ code }) => code)
    .filter((code) => !hidden.has(code))
    .filter((code) => count(now, code) > count(before, code))

  expect(now.filter(isSame).length).toBeLessThan(before.filter(isSame).length)
  expect(added).toEqual([])
  expect(parseDocument(after).ok).toBe(true)
}

/** Problems that a single change cannot resolve without knowing the intent. */
const UNFIXABLE = new Set([
  'EXPRESSION_SYNTAX: a broken expression',
  'EXPRESSION_SYNTAX: an expression that gives no value',
  'CODE_SYNTAX: broken code',
  'CODE_SYNTAX: code that imports',
  'TEMPLATE_SYNTAX: an open section',
  'TEMPLATE_SYNTAX: a partial',
  'TEMPLATE_SYNTAX: a call',
  'UNKNOWN_PROMPT: a prompt that is not there',
  'UNKNOWN_AGENT: an agent that is not there',
  'BROKEN_CALL: an agent with errors of its own',
  'CHANNEL_TYPE: an input of the wrong type',
  'CHANNEL_TYPE: a text for what is no text',
  'BAD_SCHEMA: an answer',
  'BAD_SCHEMA: a channel',
  'DEAD_END: a circle without a way out',
  'RESERVED_NAME: a node called end',
  'UNKNOWN_CHANNEL: a reducer that reads the state',
  'EMPTY_COLLECTION: a search of a collection that holds nothing',
  'OVER_CONTEXT: a long prompt',
  'OVER_CONTEXT: a long default',
  'OVER_CONTEXT: a small model',
  'REPEATED_EFFECT: a step that says it acts',
  // The error is in the called agent.
  'ASK_WITHOUT_KEY: copies of a call that asks',
  'UNAPPROVED_WRITE: a call that sends mail',
  'REPEATED_EFFECT: a call that sends mail before the question',
  'REPEATED_EFFECT: a call that asks itself after it has acted',
])

test.each([...structureCases, ...stateCases, ...contentCases, ...callCases, ...warningCases])(
  'every offered fix works: %s: %s',
  (code, what, place, parts) => {
    const document = graph(parts)
    const problem = check(document).find(
      (one) =>
        one.code === code &&
        Object.entries(place).every(([key, at]) => Reflect.get(one.location, key) === at),
    )
    if (!problem) throw new Error('The case does not show its problem')

    const fixes = fixesFor(document, problem, environment)

    expect(fixes.length > 0).toBe(!UNFIXABLE.has(`${code}: ${what}`))
    for (const fix of fixes) expectFixed(document, problem, fix.apply(document))
  },
)

test('every offered fix works on any document', () => {
  let tried = 0
  fc.assert(
    fc.property(fc.oneof(wildDocument, soundDocument), (document) => {
      for (const problem of check(document)) {
        for (const fix of fixesFor(document, problem, environment)) {
          tried += 1
          expectFixed(document, problem, fix.apply(document))
        }
      }
    }),
    { numRuns: propertyRuns(300) },
  )

  expect(tried).toBeGreaterThan(500)
})
