/**
 * Patterns that take backtracking engines exponential or polynomial time, each with a text that
 * triggers it.
 */
export const SLOW_FAMILIES: readonly (readonly [pattern: string, text: string])[] = [
  ['^(a+)+$', `${'a'.repeat(5_000)}!`],
  ['^(a|aa)+$', `${'a'.repeat(5_000)}!`],
  ['^(a|a)*$', `${'a'.repeat(5_000)}!`],
  ['^((a*)*)*$', `${'a'.repeat(5_000)}!`],
  ['^(?:a?b?)*$', `${'ab'.repeat(2_500)}!`],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'.repeat(5_000)],
  ['^([a-zA-Z0-9]+\\s?)*$', `${'a1 '.repeat(2_000)}!`],
  ['^(\\w+\\s*)+:$', 'word '.repeat(1_000)],
  ['^([\\w-]+-?)+@$', 'ab-'.repeat(2_000)],
  ['^a*a*a*a*a*!$', 'a'.repeat(5_000)],
  ['^a*a*a*a*a*a*a*$', `${'a'.repeat(5_000)}!`],
  ['(.*a){20}!', 'a'.repeat(5_000)],
  ['^.*.*.*.*=$', 'x'.repeat(5_000)],
  ['^(.*?,){25}P$', '1,'.repeat(2_500)],
  ['\\s+$', `${' '.repeat(5_000)}x`],
  ['\\d+\\d+\\d+x', '1'.repeat(5_000)],
  ['^(?=(a+)+$)a', `${'a'.repeat(5_000)}!`],
  ['^(?!(a*)*b$)a+!$', `${'a'.repeat(5_000)}?`],
  ['[ab]*a[ab]{200}$', 'abbababbabaaab'.repeat(300)],
  ['^(?:(?:a|b)?){400}x$', 'ab'.repeat(2_500)],
  ['^.{1,2000}!$', 'a'.repeat(1_900)],
]

/** Patterns that no linear-time engine supports, each with a part of the reported reason. */
export const REJECTED_PATTERNS: readonly (readonly [pattern: string, reason: string])[] = [
  ['^(a+)-\\1$', 'backreference'],
  ['^(?<n>a+)\\k<n>$', 'backreference'],
  ['(?=a+)b', 'lookahead'],
  ['^((?!foo).)*$', 'lookahead'],
  ['(?<=a+)b', 'lookbehind'],
  ['(?<!a)b', 'lookbehind'],
  ['(a{1000}){1000}', 'too large'],
  ['((a{999}){999}){999}', 'too large'],
  ['a{1000000000}', 'too large'],
  [`${'('.repeat(300)}a${')'.repeat(300)}`, 'nested too deeply'],
  ['(', 'not a regular expression'],
]

/** Returns the CPU milliseconds that `work` takes on this thread. */
export async function cpuTime(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

/** Well above the linear time of the slow families and well below their backtracking time. */
export const CPU_LIMIT_MS = 2_000
