// Lists the files, commits and changed lines of a git repository.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const SKIPPED =
  /^scripts\/prose\/|(^|\/)(node_modules|dist|build|\.next|coverage|vendor|third_party|__snapshots__|__fixtures__|fixtures?|\.changeset|generated|__generated__|codemods?|public\/(?!.*\.tsx?$)|i18n|locales)(\/|$)|\.min\.js$|\.d\.ts$|\.gen\.tsx?$|\.generated\.|(^|\/)(CHANGELOG|CODE_OF_CONDUCT|LICENSE)[^/]*$/
const TEST =
  /\.(test|spec|e2e|test-d|cy|bench)\.[cm]?[jt]sx?$|(^|\/)(__tests__|__mocks__|tests?|e2e|testing|test-utils|cypress)\//

export const isTestFile = (file) => TEST.test(file)
export const isCodeFile = (file) => /\.(ts|tsx|mts|cts|mjs)$/.test(file)
const isMarkdownFile = (file) =>
  /\.mdx?$/.test(file) &&
  (/(^|\/)(README|CONTRIBUTING|ARCHITECTURE)\.mdx?$/.test(file) || /(^|\/)docs?\//.test(file))

export const git = (repo, ...args) =>
  execFileSync('git', ['--no-optional-locks', '-C', repo, ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 29,
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/** Tracked and new files below the prefixes in `sources` (all if empty) that hold code or documentation. */
export function listFiles(repo, sources) {
  const listed = git(repo, 'ls-files', '-z', '--cached', '--others', '--exclude-standard').split(
    '\0',
  )
  return [...new Set(listed)].filter(
    (file) =>
      file &&
      !SKIPPED.test(file) &&
      (isCodeFile(file) || isMarkdownFile(file)) &&
      (sources.length === 0 ||
        sources.some(
          (prefix) =>
            file === prefix || file.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`),
        )) &&
      existsSync(join(repo, file)),
  )
}

export const readText = (repo, file) =>
  readFileSync(join(repo, file), 'utf8').replaceAll('\r\n', '\n')

const AUTOMATIC =
  /^(chore\(deps|build\(deps|fix\(deps|chore\(release|chore: release|chore: version|release[: ]|Version Packages|Release |v?\d+\.\d+\.\d+|Merge |Revert |ci: apply automated|Bump |Update dependency|\[pre-commit)/i

/** Subjects of commits after `base`, or of the last `count`; releases, merges and dependency updates are left out. */
export function listCommits(repo, base, count, sources) {
  const range = base ? [`${base}..HEAD`] : ['-n', String(count * 3)]
  const paths = base || sources.length === 0 ? [] : ['--', ...sources]
  return git(repo, 'log', '--no-merges', '--format=%h%x09%an%x09%s', ...range, ...paths)
    .split('\n')
    .filter(Boolean)
    .map((row) => {
      const [hash, author, ...subject] = row.split('\t')
      return { hash, author, subject: subject.join('\t') }
    })
    .filter(
      ({ author, subject }) =>
        !AUTOMATIC.test(subject) && !/\[bot\]|renovate|dependabot|github-actions/i.test(author),
    )
    .slice(0, base ? undefined : count)
}

/** Lines that the working tree adds to the merge base with `base`: a map from file to `{ lines, isNew }`. */
export function changedLines(repo, base) {
  const mergeBase = git(repo, 'merge-base', base, 'HEAD').trim()
  const changes = new Map()
  let current = null
  for (const row of git(repo, 'diff', '-U0', '--no-color', '--no-ext-diff', '-M', mergeBase).split(
    '\n',
  )) {
    if (row.startsWith('diff --git')) current = { lines: new Set(), isNew: false }
    else if (row.startsWith('new file') || row.startsWith('rename to')) current.isNew = true
    else if (row.startsWith('+++ b/')) changes.set(row.slice(6).replace(/\t$/, ''), current)
    const hunk = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(row)
    if (hunk)
      for (let n = 0; n < Number(hunk[2] ?? 1); n += 1) current.lines.add(Number(hunk[1]) + n)
  }
  for (const file of git(repo, 'ls-files', '-z', '--others', '--exclude-standard')
    .split('\0')
    .filter(Boolean))
    changes.set(file, { lines: null, isNew: true })
  return changes
}
