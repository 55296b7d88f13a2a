import type { Evaluation, ExpectedCall, Json, TrajectoryEvaluator } from '@lathe/contract'
import { canonicalJson } from '@lathe/graph'
import { failed, passed, type Call } from './evaluated-run.ts'

const show = ({ tool, arguments: expectedArguments }: ExpectedCall) =>
  expectedArguments ? `${tool}(${canonicalJson(expectedArguments)})` : tool

/** Objects may have additional keys at any depth. Everything else must be equal. */
function includes(actual: Json | undefined, expected: Json): boolean {
  if (typeof expected !== 'object' || expected === null || Array.isArray(expected)) {
    return canonicalJson(actual ?? null) === canonicalJson(expected)
  }
  if (typeof actual !== 'object' || actual === null || Array.isArray(actual)) return false
  return Object.entries(expected).every(
    ([key, value]) => Object.hasOwn(actual, key) && includes(actual[key], value),
  )
}

const matchesCall = (
  call: Call | undefined,
  { tool, arguments: expectedArguments = {} }: ExpectedCall,
) => call !== undefined && call.tool === tool && includes(call.arguments, expectedArguments)

function firstMissingInOrder(calls: readonly Call[], expected: readonly ExpectedCall[]) {
  let searchStart = 0
  return expected.find((expectedCall) => {
    const position = calls.findIndex(
      (call, index) => index >= searchStart && matchesCall(call, expectedCall),
    )
    searchStart = position + 1
    return position === -1
  })
}

/** Assigns each call to one expectation at most, by augmenting paths. */
function firstUnmatched(calls: readonly Call[], expected: readonly ExpectedCall[]) {
  const assignments = new Map<number, ExpectedCall>()
  const assign = (expectedCall: ExpectedCall, visited: Set<number>): boolean =>
    calls.some((call, index) => {
      if (visited.has(index) || !matchesCall(call, expectedCall)) return false
      visited.add(index)
      const previous = assignments.get(index)
      if (previous && !assign(previous, visited)) return false
      assignments.set(index, expectedCall)
      return true
    })
  return expected.find((expectedCall) => !assign(expectedCall, new Set()))
}

function exactProblem(calls: readonly Call[], expected: readonly ExpectedCall[]) {
  const mismatch = expected.findIndex(
    (expectedCall, index) => !matchesCall(calls[index], expectedCall),
  )
  const firstExpected = expected[mismatch]
  const actualCall = calls[mismatch]
  if (firstExpected) {
    return `call ${mismatch + 1} should be ${show(firstExpected)}, ${actualCall ? `it is ${show(actualCall)}` : 'there is none'}`
  }
  const extra = calls[expected.length]
  return extra && `call ${expected.length + 1} was not expected: ${show(extra)}`
}

/** Evaluates whether a run made the expected tool calls. */
export function judgeTrajectory(
  { calls: expected, order, atMost }: TrajectoryEvaluator,
  calls: readonly Call[],
): Evaluation {
  const callList = `calls made: ${calls.map(({ tool }) => tool).join(', ') || 'none'}`
  if (atMost !== undefined && calls.length > atMost) {
    return failed(`${calls.length} calls, at most ${atMost} were allowed; ${callList}`)
  }
  if (order === 'exact') {
    const problem = exactProblem(calls, expected)
    return problem ? failed(problem) : passed(callList)
  }
  const missing =
    order === 'in-order' ? firstMissingInOrder(calls, expected) : firstUnmatched(calls, expected)
  const orderHint = order === 'in-order' ? ' in its place' : ''
  return missing ? failed(`${show(missing)} is missing${orderHint}; ${callList}`) : passed(callList)
}
