import type { Problem } from '@lathe/contract'

/** Errors prevent a graph from running. */
const ERROR_CODES = [
  'EMPTY_GRAPH',
  'NO_START',
  'UNKNOWN_NODE',
  'WRONG_END',
  'UNKNOWN_PORT',
  'OPEN_PORT',
  'DUPLICATE_EDGE',
  'DUPLICATE_PORT',
  'DUPLICATE_RULE',
  'RESERVED_PORT',
  'UNREACHABLE',
  'DEAD_END',
  'RESERVED_NAME',
  'NAME_TAKEN',
  'UNKNOWN_CHANNEL',
  'CHANNEL_TYPE',
  'CHANNEL_DEFAULT',
  'REDUCER_TYPE',
  'NEVER_WRITTEN',
  'PARALLEL_WRITE',
  'UNDECLARED_WRITE',
  'UNKNOWN_PATH',
  'EXPRESSION_SYNTAX',
  'CODE_SYNTAX',
  'TEMPLATE_SYNTAX',
  'EMPTY_PROMPT',
  'NO_MODEL',
  'UNKNOWN_CONNECTION',
  'UNKNOWN_PROMPT',
  'UNKNOWN_AGENT',
  'UNKNOWN_VERSION',
  'CALL_CIRCLE',
  'BROKEN_CALL',
  'MISSING_INPUT',
  'UNKNOWN_INPUT',
  'UNKNOWN_OUTPUT',
  'UNKNOWN_TOOL',
  'TOOL_COLLISION',
  'TOOL_ARGUMENTS',
  'BAD_SCHEMA',
  'ASK_WITHOUT_KEY',
  'SECRET',
  'UNKNOWN_COLLECTION',
  'EMPTY_QUERY',
] as const

/** Warnings concern graphs that run but may misbehave. */
const WARNING_CODES = [
  'UNBOUNDED_LOOP',
  'UNBOUNDED_FAN_OUT',
  'NO_TIME_LIMIT',
  'NEVER_READ',
  'UNUSED_RESULT',
  'REPEATED_EFFECT',
  'UNAPPROVED_WRITE',
  'OVER_CONTEXT',
  'REDUCER_CHANGED',
  'EMPTY_COLLECTION',
] as const

/** Stable codes of all problems that the check reports. */
export const PROBLEM_CODES = [...ERROR_CODES, ...WARNING_CODES] as const

export type ProblemCode = (typeof PROBLEM_CODES)[number]

const warnings: ReadonlySet<string> = new Set(WARNING_CODES)

export const severity = (code: ProblemCode): Problem['severity'] =>
  warnings.has(code) ? 'warning' : 'error'
