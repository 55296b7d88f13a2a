// Prints source file sizes. Fails on files that are too long to hold one idea, and on folders that are too full to scan.
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { sourceFiles } from './lib/source-files.ts'

const LONGEST = 500
const LONGEST_TEST = 600
const MOST_IN_FOLDER = 40
/** Folders that are still fuller. Remove each entry once the folder is split. */
const FULL = ['apps/server/src/platform/db/texts']
/** To be lowered to 10 as small files with a single importer are merged. */
const MOST_FILES_PER_1000_LINES = 12

const isTest = (file: string) => /\.test\.tsx?$/.test(file)
const lines = (file: string) => readFileSync(file, 'utf8').split('\n').length - 1
const quantile = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

const files = sourceFiles('*.ts', '*.tsx', '*.css').map((file) => ({ file, lines: lines(file) }))
const sizes = files
  .filter(({ file }) => !isTest(file))
  .map((entry) => entry.lines)
  .sort((a, b) => a - b)
const total = sizes.reduce((sum, size) => sum + size, 0)
const perThousand = (sizes.length / total) * 1000

console.log(
  `${sizes.length} source files, ${perThousand.toFixed(1)} per 1,000 lines: median ${quantile(sizes, 0.5)} lines, ` +
    `p90 ${quantile(sizes, 0.9)}, longest ${quantile(sizes, 1)}`,
)

const folders = Map.groupBy(files, ({ file }) => dirname(file))
const problems = [
  ...files
    .filter(({ file, lines }) => lines > (isTest(file) ? LONGEST_TEST : LONGEST))
    .map(({ file, lines }) => `${file}: ${lines} lines`),
  ...[...folders]
    .filter(([folder, inside]) => inside.length > MOST_IN_FOLDER && !FULL.includes(folder))
    .map(([folder, inside]) => `${folder}: ${inside.length} files, at most ${MOST_IN_FOLDER}`),
  ...(perThousand > MOST_FILES_PER_1000_LINES
    ? [`${perThousand.toFixed(1)} files per 1,000 lines, at most ${MOST_FILES_PER_1000_LINES}`]
    : []),
]
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
