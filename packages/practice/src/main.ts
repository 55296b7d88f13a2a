import { parseArgs } from 'node:util'
import { startPractice } from './start-practice.ts'

const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } })

const practice = await startPractice({ port: Number(values.port), keepsRequests: false })
process.stdout.write(`${practice.url}\n`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void practice.close())
}
