import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Lists tracked and untracked files relative to the root, in path order. */
export function sourceFiles(...patterns: string[]): string[] {
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...patterns],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  return [...new Set(listed.split('\n').filter((file) => file && existsSync(file)))].sort((a, b) =>
    a < b ? -1 : 1,
  )
}
