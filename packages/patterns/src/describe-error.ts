import { RE2JSSyntaxException } from 're2js'

/** Names the problem of a pattern that RE2 does not compile, its position from 1, and what to change. */
export function describePatternError(pattern: string, error: unknown): string {
  if (!(error instanceof RE2JSSyntaxException)) {
    return error instanceof Error ? error.message : String(error)
  }
  const { kind, part } = parse(error.message)
  const position = `position ${findPosition(pattern, kind, part) + 1}`
  return (RULES[kind] ?? unknownProblem)({ kind, part, position })
}

type Problem = { kind: string; part: string; position: string }
type Rule = (problem: Problem) => string

const CODE_HINT = 'Remove it, or use a code evaluator.'

const RULES: Partial<Record<string, Rule>> = {
  'missing closing )': ({ position }) =>
    `The group that starts at ${position} is not closed. Add \`)\`.`,
  'missing closing ]': ({ position }) =>
    `The character class that starts at ${position} is not closed. Add \`]\`.`,
  'unexpected )': ({ position }) =>
    `The \`)\` at ${position} closes no group. Remove it, or write \`\\)\` for the character.`,
  'missing argument to repetition operator': ({ part, position }) =>
    `There is nothing to repeat before \`${part}\` at ${position}. Add a character, or write \`\\${part}\`.`,
  'invalid nested repetition operator': ({ part, position }) =>
    `There are two repetitions in a row at ${position}: \`${part}\`. Keep one of them.`,
  'invalid repeat count': ({ part, position }) =>
    `\`${part}\` at ${position} is not a valid repetition. Use counts up to 1000, the smaller one first.`,
  'invalid escape sequence': ({ part, position }) =>
    /^\\[1-9k]/.test(part)
      ? `Back-references such as \`${part}\` at ${position} are not supported. ${CODE_HINT}`
      : `\`${part}\` at ${position} is not an escape sequence. Write \`${part.slice(1)}\` for the character.`,
  'trailing backslash at end of expression': () =>
    'The pattern ends with a backslash. Add the character that it escapes, or write `\\\\`.',
  'invalid character class range': ({ part, position }) =>
    part.startsWith('\\')
      ? `\`${part}\` at ${position} is not a known Unicode class.`
      : `\`${part}\` at ${position} is not a valid range. Put the smaller character first.`,
  'invalid named capture': lookaround,
  'invalid or unsupported Perl syntax': lookaround,
}

const LOOKAROUND: readonly (readonly [start: string, name: string])[] = [
  ['(?=', 'Lookahead'],
  ['(?!', 'Lookahead'],
  ['(?<=', 'Lookbehind'],
  ['(?<!', 'Lookbehind'],
  ['(?>', 'An atomic group'],
]

function lookaround(problem: Problem): string {
  const { part, position } = problem
  const [start, name] = LOOKAROUND.find(([prefix]) => part.startsWith(prefix)) ?? []
  return name === undefined
    ? unknownProblem(problem)
    : `${name} (\`${start}\`) at ${position} is not supported. ${CODE_HINT}`
}

function unknownProblem({ kind, part, position }: Problem): string {
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)} at ${position}: \`${part}\`.`
}

/** RE2's messages have the form ``error parsing regexp: <kind>: `<part>` ``. */
function parse(message: string): Omit<Problem, 'position'> {
  const [, kind = message, part = ''] =
    /^error parsing regexp: (.*?)(?:: `([^]*)`)?$/.exec(message) ?? []
  return { kind, part }
}

function findPosition(pattern: string, kind: string, part: string): number {
  if (kind === 'missing closing )') return unbalancedParenthesis(pattern)
  if (kind === 'unexpected )') return unbalancedParenthesis(pattern)
  return Math.max(0, pattern.indexOf(part))
}

/** The index of the first `)` without a group, or of the last group that is not closed. */
function unbalancedParenthesis(pattern: string): number {
  const open: number[] = []
  let isInClass = false
  for (let index = 0; index < pattern.length; index += 1) {
    const sign = pattern[index]
    if (sign === '\\') index += 1
    else if (isInClass) isInClass = sign !== ']'
    else if (sign === '[') isInClass = true
    else if (sign === '(') open.push(index)
    else if (sign === ')' && open.pop() === undefined) return index
  }
  return open.at(-1) ?? 0
}
