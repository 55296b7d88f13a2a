// Prints source file sizes. Fails on files that are too long to hold one idea.
import { readFileSync } from 'node:fs'
import { sourceFiles } from './lib/source-files.ts'

const LONGEST = 500
const LONGEST_TEST = 600

const isTest = (file: string) => /\.test\.tsx?$/.test(file)
const lines = (file: string) => readFileSync(file, 'utf8').split('\n').length - 1
const at = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

const files = sourceFiles('*.ts', '*.tsx', '*.css').map((file) => ({ file, lines: lines(file) }))
const sizes = files
  .filter(({ file }) => !isTest(file))
  .map((entry) => entry.lines)
  .sort((a, b) => a - b)

console.log(
  `${sizes.length} source files: median ${at(sizes, 0.5)} lines, p90 ${at(sizes, 0.9)}, longest ${at(sizes, 1)}`,
)

const tooLong = files.filter(({ file, lines }) => lines > (isTest(file) ? LONGEST_TEST : LONGEST))
for (const { file, lines } of tooLong) console.error(`${file}: ${lines} lines`)
process.exitCode = tooLong.length > 0 ? 1 : 0
