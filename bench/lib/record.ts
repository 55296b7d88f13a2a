import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { type Row, table } from './report.ts'

const FILE = 'docs/benchmarks.md'
const MARK = '<!-- measured -->'

/** Writes measurements into the document, one section per scenario. Other sections stay. */
export function record(measured: ReadonlyMap<string, Row[]>, order: readonly string[]): void {
  const [head = '', tail = ''] = readFileSync(FILE, 'utf8').split(MARK)
  const sections = new Map(
    tail
      .split(/^### /m)
      .slice(1)
      .map((section) => {
        const end = section.indexOf('\n')
        return [section.slice(0, end).trim(), section.slice(end).trim()]
      }),
  )
  for (const [name, rows] of measured)
    sections.set(name, `${today()}, ${machine()}.\n\n${table(rows)}`)
  const written = order.flatMap((name) => {
    const text = sections.get(name)
    return text === undefined ? [] : [`### ${name}\n\n${text}\n`]
  })
  writeFileSync(FILE, `${head}${MARK}\n\n${written.join('\n')}`)
}

const today = () => new Date().toISOString().slice(0, 10)

const machine = () =>
  `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`
